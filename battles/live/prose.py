"""Texts of the rulebook as html: paragraphs, lists, tables, and links to rules (rulebook.LINK)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.rules.rulebook import LINK

ToRule = Callable[[str, str], SafeString]  # rule id and words: the link


def prose(text: str, to_rule: ToRule) -> SafeString:
    """The blocks of a text, each as what its lines begin with."""
    return mark_safe("".join(_blocks(text, to_rule)))


def _blocks(text: str, to_rule: ToRule) -> Iterator[SafeString]:
    for mark, group in groupby(text.splitlines(), key=lambda line: line[:1] if line[:2] == "- " else line[:1] == "|"):
        lines = [line for line in group if line.strip()]
        if not lines:
            continue
        if mark == "-":
            yield format_html("<ul>{}</ul>", _joined("<li>{}</li>", (line[2:] for line in lines), to_rule))
        elif mark is True:
            yield _table(lines, to_rule)
        else:
            yield _joined("<p>{}</p>", lines, to_rule)


def _joined(shape: str, lines: Iterator[str] | list[str], to_rule: ToRule) -> SafeString:
    return format_html_join("", shape, ((_inline(line, to_rule),) for line in lines))


def _table(lines: list[str], to_rule: ToRule) -> SafeString:
    """The first row is the head; where there is no room each cell tells its column (data-th)."""
    head, *rows = ([cell.strip() for cell in line.strip("| ").split("|")] for line in lines)
    shown = format_html_join("", '<th scope="col">{}</th>', ((cell,) for cell in head))
    body = mark_safe("".join(_row(head, row, to_rule) for row in rows))
    return format_html('<table class="ruletable"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', shown, body)


def _row(head: list[str], row: list[str], to_rule: ToRule) -> SafeString:
    first = format_html('<th scope="row">{}</th>', _inline(row[0], to_rule))
    cells = zip(head[1:], row[1:], strict=True)
    rest = format_html_join("", '<td data-th="{}">{}</td>', ((name, _inline(cell, to_rule)) for name, cell in cells))
    return format_html("<tr>{}{}</tr>", first, rest)


def _inline(text: str, to_rule: ToRule) -> SafeString:
    pieces, at = [], 0
    for link in LINK.finditer(text):
        pieces += [conditional_escape(text[at : link.start()]), to_rule(link.group(2), link.group(1))]
        at = link.end()
    return mark_safe("".join((*pieces, conditional_escape(text[at:]))))
