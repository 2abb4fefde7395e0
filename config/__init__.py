"""How the site is set up, started and put together."""
