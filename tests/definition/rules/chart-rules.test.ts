import { expect, test } from 'vitest'
import { diagnose, small } from '../../support/definitions.ts'

const line = { value: 5, label: 'Limit' }

test.each([
  [{ types: ['line'], lines: [line] }, /^$/],
  [{ types: ['pie', 'area'], lines: [line] }, /^$/],
  [{ types: ['pie'], lines: [line] }, /^chart.lines\[0\]: a pie has no axis .*\[chart-unused\]/],
  [
    { types: ['bar'], lines: [line, { ...line, axis: 'second' }] },
    /^chart.lines\[1\]: .* chart.secondAxis has no columns \[chart-unused\]/,
  ],
  [{ types: ['bar'], from: 5 }, /^chart.from: only the axis of line charts .*\[chart-unused\]/],
  [{ types: ['line'], from: 5, to: 5 }, /^chart.to: the axis from 5 to 5 has no room .*\[axis-range\]/],
  [{ types: ['pie'], to: 5 }, /^chart.to: a pie has no axis .*\[chart-unused\]/],
  [{ types: ['bar'], from: undefined, to: 5, sort: { by: 'key' } }, /^$/],
  [{ rest: false }, /^chart.rest: no row combines .*\[chart-unused\]/],
  [{ sort: { by: 'nothing' } }, /^chart.sort.by: no column 'nothing'.*\[sort-column\]/],
  [
    { types: ['line', 'area'], sort: { by: 'key' } },
    /^chart.sort: lines and areas are in the order of time, .*\[chart-unused\]/,
  ],
  [{ types: ['bar'], secondAxis: ['b'], lines: [{ ...line, axis: 'second' }] }, /^$/],
])('what is said of an axis is drawn: %j', (chart, message) => {
  expect(diagnose({ ...small, chart }).join('\n')).toMatch(message)
})
