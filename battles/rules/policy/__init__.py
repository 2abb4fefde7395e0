"""The practice opponent: a pure policy over what one side may know; it rolls nothing and knows no secret."""
