"""A row that only the page has is found, and so is one that the page lacks."""
import sys

from accuracy import differences

MADE = '### O2\n\n| 100 | 1 | liquid | +0.1 | - |\n| 200 | 1 | gas | +0.2 | - |\n'
for page, missing, stale in ((MADE, 0, 0), (MADE + '| 300 | 1 | gas | +9 | - |\n', 0, 1), (MADE + '### CH4\n', 0, 1), ('### O2\n\n| 200 | 1 | gas | +0.2 | - |\n', 1, 0),
                             (MADE.replace('+0.2', '+0.3'), 1, 1), (MADE + '| another | table |\n', 0, 0), (MADE + '| 200 | 1 | gas | +0.2 | - |\n', 0, 2)):
    found = differences(MADE, page)
    if (len(found[0]), len(found[1])) != (missing, stale):
        sys.exit('%r: %r, expected %d and %d' % (page, found, missing, stale))
