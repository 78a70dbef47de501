import { expect, test } from 'vitest'
import { describeExpression } from '../../../src/definition/expressions/describe-expression.ts'
import { loadReports } from '../../../src/loading/load.ts'

const labels: Readonly<Record<string, string>> = { a: 'Answered', b: 'Attempts', c: 'Minutes' }
const words = { name: (id: string) => labels[id] ?? id, period: 'row' } as const

test.each([
  ['a / b', 'Answered divided by Attempts'],
  ['(a + b) / c', '(Answered plus Attempts) divided by Minutes'],
  ['a - -1 * 2', 'Answered minus ((minus 1) times 2)'],
  ['sum(c * rate)', 'sum of (Minutes times rate)'],
  ['sum(c) / count()', 'sum of Minutes divided by number of records'],
  ['count(c)', 'number of records with Minutes'],
  ['mean(c, a)', 'mean of Minutes weighted by Answered'],
  ['min(c) - first(c)', 'lowest Minutes minus first Minutes'],
  ['max(c) - last(c)', 'highest Minutes minus last Minutes'],
  ['add(a, b, c) / 3', '(sum of Answered, Attempts and Minutes) divided by 3'],
  ['abs(a - b)', '(Answered minus Attempts) without its sign'],
  ['if(b > 100, a / b, 0)', '(Answered divided by Attempts) if Attempts is above 100, otherwise 0'],
  ['share(c)', 'share of Minutes in all rows'],
  ['rank(c)', 'rank of Minutes among all rows'],
  ['change(c)', 'change of Minutes since the row before'],
  ['change(c, year)', 'change of Minutes since the year before'],
  ['c - previous(c)', 'Minutes minus Minutes of the row before'],
  ['running(c, month)', 'Minutes since the month began'],
  ['window(mean(c), 7, day)', 'mean of Minutes of the last 7 days'],
  [
    'window(median(c), 8, week, sameWeekday, before)',
    'median of Minutes of the same weekday of the 8 weeks before, blank with fewer than six values',
  ],
  ['priceEffect(c, c)', 'part of the price of Minutes in the difference of Minutes since the row before'],
  ['volumeEffect(c, c, year)', 'part of Minutes in the difference of Minutes since the year before'],
  ['contribution(c, previous)', 'part in the difference of Minutes since the row before'],
  ['window(c, 4, week, before)', 'Minutes of the 4 weeks before'],
  ['constructor(c)', 'constructor of Minutes'],
])('%s is %s in words', (text, expected) => {
  expect(describeExpression(text, words)).toBe(expected)
})

test('the columns of the examples say their expressions with the headings of their tables', () => {
  const plans = [
    ...loadReports('reports', 'datasets'),
    ...loadReports('examples/reports', 'examples/datasets'),
  ].flatMap(({ plans: [plan] }) => plan ?? [])
  const get = (report: string, column: string) =>
    plans.find(({ reportId }) => reportId === report)?.columns.find(({ id }) => id === column)?.words
  expect(get('carrier-quality', 'asr')).toBe('Answered divided by Attempts')
  expect(get('carrier-quality', 'attempts')).toBeNull()
  expect(get('daily-local-exchange-traffic', 'grandTotal')).toBe('sum of all series')
  expect(get('daily-report-minutes', 'grandTotal')).toBe('as received; where missing, sum of Total and IDA')
  expect(get('minutes-trend', 'weekMean')).toBe('mean of Minutes of the last 7 days')
})
