// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { choosePaper, formatPageRules } from '../../../../src/web/components/printing/printed-page.ts'

describe('the paper of a table', () => {
  test.each([
    [0, 'portrait', 1],
    [716, 'portrait', 1],
    [717, 'landscape', 1],
    [978, 'landscape', 1],
    [1087, 'landscape', 0.9],
    [1190, 'landscape', 0.82],
    [1200, 'landscape', 0.9],
    [9000, 'landscape', 0.9],
  ])('of %d px is %s, at %d of its size', (width, orientation, scale) => {
    const paper = choosePaper(width)
    expect(paper.orientation).toBe(orientation)
    expect(paper.scale).toBeCloseTo(scale, 2)
  })
})

test('texts in the margins of pages are strings, whatever they contain', () => {
  const rules = formatPageRules('landscape', {
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
