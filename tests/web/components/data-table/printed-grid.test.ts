// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { formatPageRules } from '../../../../src/web/components/data-table/printed-grid.tsx'

test('texts in the margins of pages are strings, whatever they contain', () => {
  const rules = formatPageRules({
    title: 'a"} @page { size: A6 } "\\',
    period: 'x\ny</style>',
    origin: "Printed by O'Brien",
  })
  expect(rules).toContain('size: landscape;')
  expect(rules).toContain(String.raw`content: "a\22 } @page { size: A6 } \22 \5c ";`)
  expect(rules).toContain(String.raw`content: "x\a y\3c /style>";`)
  expect(rules).toContain('content: "Printed by O\'Brien";')
  expect(rules).toContain('content: "Page " counter(page) " of " counter(pages);')
})
