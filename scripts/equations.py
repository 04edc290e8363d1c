"""A hook of mkdocs: equations between lines of $$ become MathML, which browsers set without loading anything."""
import re

from latex2mathml.converter import convert

EQUATION = re.compile(r"^\$\$\n(.*?)\n\$\$$", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown, **_):
    return EQUATION.sub(lambda found: '<div class="equation">' + convert(found.group(1), display="block") + "</div>", markdown)
