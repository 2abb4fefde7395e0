"""The report as one page that needs nothing else: no script, no font, no other host; in the colours of the table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .table import Section

# the design's tokens, as many as a table needs; the page stands alone and cannot read them from a style sheet
STYLE = """
:root{--ground:#ddd0b3;--panel:#faf5e8;--ink:#2a2318;--ink2:#5a4e3a;--line:#d3c5a4;--red-ink:#942716;
--s2:8px;--s4:16px;--s5:24px;--r2:6px;--t2:13px;--t4:16px;--t5:20px;--t6:28px;color-scheme:light;
--f-text:-apple-system,"Segoe UI",Roboto,"PT Sans","Noto Sans","Liberation Sans",system-ui,sans-serif;
--f-head:"Palatino Linotype","Iowan Old Style","PT Serif","Noto Serif","Liberation Serif",serif}
@media(prefers-color-scheme:dark){:root{--ground:#0b0f13;--panel:#161d22;--ink:#efe7d5;--ink2:#b7b09d;--line:#303b43;
--red-ink:#f3937b;color-scheme:dark}}
body{margin:0;background:var(--ground);color:var(--ink);font:var(--t4)/1.45 var(--f-text)}
main{max-width:60rem;margin:0 auto;padding:var(--s5) var(--s4)}
h1,h2{font-family:var(--f-head);line-height:1.2}
h1{margin:0;font-size:var(--t6)}
h2{margin:0 0 var(--s2);font-size:var(--t5)}
p{color:var(--ink2);margin:4px 0 var(--s4)}
section{background:var(--panel);border:1px solid var(--line);border-radius:var(--r2);padding:var(--s4)}
section{margin:0 0 var(--s4);overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:4px var(--s2);border-bottom:1px solid var(--line);text-align:right;font-weight:400;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
thead th{color:var(--ink2);font-size:var(--t2)}
td.says{color:var(--red-ink);font-weight:600}
"""


def as_page(found: Sequence[Section], told: str) -> str:
    """`told` says with which seed and on what the run was made."""
    parts = "\n".join(_section(section) for section in found)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Balance</title><style>{STYLE}</style></head>\n"
        f"<body><main><h1>Balance</h1><p>{escape(told)}</p>\n{parts}\n</main></body></html>\n"
    )


def _section(section: Section) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in section.columns)
    rows = "\n".join(f"<tr>{_cells(section, row)}</tr>" for row in section.rows)
    title = escape(section.title)
    return f"<section><h2>{title}</h2><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></section>"


def _cells(section: Section, row: Sequence[str]) -> str:
    first, *others = row
    marked = ['<td class="says">' if name == "says" else "<td>" for name in section.columns[1:]]
    cells = "".join(f"{tag}{escape(cell)}</td>" for tag, cell in zip(marked, others, strict=True))
    return f'<th scope="row">{escape(first)}</th>{cells}'
