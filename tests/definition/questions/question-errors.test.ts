import { expect, test } from 'vitest'
import { diagnoseQuestion } from '../../support/questions.ts'

const year = [{ kind: 'year' }]
const value = (text: string) => ({ columns: ['minutes', { id: 'v', value: text }] })
/** Writes an error of that expression, at an index or as a whole. */
const atValue = (message: string) =>
  `columns[1].value${message.startsWith('at ') ? ' ' : ': '}${message} [expression]`
const url = { data: { url: '/v1/asked/{year}/{month}' } }
const key = { kind: 'text', field: 'way', label: 'Way' }

const joining = (table: object, text = 'sum(minutes * r.rate)') => ({
  data: { dataset: 'calls', with: { r: { dataset: 'rates', by: { site: 'zone' }, ...table } } },
  columns: [{ id: 'v', value: text }],
})

test.each([
  [
    { data: { dataset: 'cals' } },
    "data.dataset: no dataset 'cals'; known are calls, load, carriers, rates; did you mean 'calls'? [question]",
  ],
  [
    { rows: { by: ['sit'] } },
    "rows.by[0]: no dimension 'sit'; known are way, site, quarter-hour, hour, day, week, month, quarter, hourOfDay, weekday; did you mean 'site'? [question]",
  ],
  [
    { selectors: [...year, { dimension: 'sites' }] },
    "selectors[1].dimension: no dimension 'sites'; known are way, site; did you mean 'site'? [question]",
  ],
  [
    { tabs: { navigation: 'route', items: [{ id: 'a', label: 'A' }] } },
    'tabs: a report that asks a dataset has no tabs; write a report for each [question]',
  ],
  [
    { data: { dataset: 'calls', where: { way: ['IN'] } }, selectors: [...year, { dimension: 'way' }] },
    "selectors[1].dimension: there is one value of 'way' to choose: 'IN'; leave out the selector [question]",
  ],
  [
    { selectors: [...year, { dimension: 'way', default: 'INN' }] },
    "selectors[1].default: no value of 'way' 'INN'; known are IN, OUT; did you mean 'IN'? [question]",
  ],
  [
    { columns: ['minuts'] },
    "columns[0]: 'minuts' is not a measure of 'calls'; known are minutes, calls; did you mean 'minutes'? [expression]",
  ],
  [
    { columns: [{ pivot: 'sit', value: 'minutes', id: 'p' }] },
    "columns[0].pivot: no dimension 'sit'; known are way, site, hourOfDay, weekday, day, week, month, quarter; did you mean 'site'? [expression]",
  ],
  [
    { columns: ['minutes', { list: 'names', id: 'names' }] },
    'columns[1]: a dataset sends no lists and patterns here [expression]',
  ],
  [
    { columns: ['minutes', { text: 'remrk' }] },
    "columns[1].text: no text 'remrk'; known are remark; did you mean 'remark'? [expression]",
  ],
  [
    { columns: ['minutes', { text: 'remark' }] },
    'columns[1].text: a row with a text is one record, so that rows or selectors name one day and one site [expression]',
  ],
  [
    { rows: { by: ['day', 'way'] }, columns: ['minutes', { text: 'remark' }] },
    'columns[1].text: a row with a text is one record, so that rows or selectors name one site [expression]',
  ],
  [
    {
      rows: { by: ['month', 'way'] },
      data: { dataset: 'calls', where: { site: ['WEST'] } },
      columns: ['minutes', { text: 'remark' }],
    },
    'columns[1].text: a row with a text is one record, so that rows or selectors name one day [expression]',
  ],
  [
    { ...value('change(minutes)'), selectors: year },
    'columns[1].value at 0: another period is that of a month, quarter, week or day, which is not chosen here [expression]',
  ],
  [
    joining({ dataset: 'rate' }),
    "data.with.r.dataset: no dataset 'rate'; known are calls, load, carriers, rates; did you mean 'rates'? [question]",
  ],
  [
    joining({ by: {} }),
    `data.with.r: 'rates' has the dimension 'zone', which 'calls' does not have; write "by": { "site": "zone" } or "where": { "zone": ["NORTH"] } [question]`,
  ],
  [
    { data: { dataset: 'calls', with: { r: { dataset: 'carriers' } } }, columns: ['r.minutes'] },
    `data.with.r: 'carriers' has the dimension 'carrier', which 'calls' does not have; write "where": { "carrier": ["a value"] } [question]`,
  ],
  [
    joining({ by: { sit: 'zone' } }),
    "data.with.r.by.sit: 'calls' has no dimension 'sit'; known are way, site; did you mean 'site'? [question]",
  ],
  [
    joining({ by: { site: 'zones' } }),
    "data.with.r.by.site: 'rates' has no dimension 'zones'; known are way, zone; did you mean 'zone'? [question]",
  ],
  [
    joining({ where: { way: ['UP'] } }),
    "data.with.r.where.way[0]: 'UP' is not a value of way in 'rates'; known are IN, OUT [question]",
  ],
  [
    joining({ where: { way: ['IN', 'OUT'] } }),
    `data.with.r: several records of 'rates' belong to one of 'calls'; name one value of 'way' in "where" [question]`,
  ],
  [
    joining({ rows: 'all' }),
    "data.with.r.rows: the records of 'rates' hold until the next one; read them by record, such as in mean(x, weight), or in a product [question]",
  ],
  [
    joining({}, 'sum(r.rate)'),
    "columns[0].value at 0: the records of 'rates' hold until the next one; read them by record, such as in mean(x, weight), or in a product [expression]",
  ],
  [
    { columns: ['minutes', { id: 'length', value: 'minutes / calls' }, { id: 'v', value: 'mean(length)' }] },
    "columns[2].value at 5: 'length' is a computed column of this report, not a measure of each record; write length by itself, or measures in its place [expression]",
  ],
  [
    value('window(median(minutes), 8, week, sameWeekday, before)'),
    `columns[1].value: 'sameWeekday' needs rows of days, such as "by": ["day"]; here the records are those of each month [expression]`,
  ],
  [
    joining({}, 'sum(minutes * r.rat)'),
    "columns[0].value at 14: 'rat' is not a measure of 'rates'; known are rate; did you mean 'rate'? [expression]",
  ],
  [
    joining({}, 'sum(minutes * rate)'),
    "columns[0].value at 14: 'rate' is not a measure of 'calls'; known are minutes, calls, r.rate; did you mean 'r.rate'? [expression]",
  ],
  [
    {
      data: { dataset: 'rates' },
      selectors: [{ kind: 'year' }],
      rows: { by: ['way'] },
      columns: [{ id: 'v', value: 'distinct(zone)' }],
    },
    `columns[0].value at 9: the values of 'zone' are not sent; give the dimension a "field" [expression]`,
  ],
  [
    { ...value('window(median(minutes), 8, month, before)'), selectors: year, rows: { by: ['month'] } },
    'columns[1].value: only complete periods count: rows are of each day of the records [expression]',
  ],
  [
    {
      data: { dataset: 'calls', with: { c: { dataset: 'carriers', where: { carrier: ['A'] } } } },
      columns: [{ id: 'v', value: 'max(each(site, c.minutes))' }],
    },
    "columns[0].value at 0: the records of 'c' are not about a site, so they have no sum of each [expression]",
  ],
  [
    value('100 * calls / minutes'),
    'columns[1].value: a percentage is multiplied by 100 where it is shown; write the part of 1, such as a / b [percent-unit]',
  ],
  [
    joining({}, 'minutes * r.rate'),
    "columns[0].value at 10: the records of 'rates' hold until the next one; read them by record, such as in mean(x, weight), or in a product; write sum(minutes * r.rate) [expression]",
  ],
  [
    { selectors: [] },
    `selectors: the records of 'calls' have a time; add a selector, such as { "kind": "year" } [question]`,
  ],
  [
    { ...url, rows: { key }, columns: [{ field: 'a', label: 'A' }] },
    "selectors[0]: 'options' is missing; allowed: the years, or a URL that returns them [schema-missing]",
  ],
])('%j is an error at its place', (changes, message) => {
  expect(diagnoseQuestion(changes)[0]).toBe(message)
})

test.each([
  ['change(minutes, yaer)', "at 16: no period 'yaer'; known are year; did you mean 'year'?"],
  ['change(minutes, 2)', 'at 0: allowed is change(x) for the period before, or change(x, year)'],
  [
    'sum(minutes * cals)',
    "at 14: 'cals' is not a measure of 'calls'; known are minutes, calls; did you mean 'calls'?",
  ],
  ['minutes +', 'at 9: found the end, expected a name or a number'],
  ['change(share(minutes))', "at 7: 'share' is inside 'change'"],
  [
    'median(minut)',
    "at 7: 'minut' is not a measure of 'calls'; known are minutes, calls; did you mean 'minutes'?",
  ],
  ['percentile(minutes, 101)', 'at 20: a number from 0 to 100 is expected here'],
  [
    'distinct(sit)',
    "at 9: no dimension 'sit'; known are way, site, day, week, month, quarter; did you mean 'site'?",
  ],
  ['each(day, minutes)', "at 0: 'each' is inside an aggregate: mean(each(day, minutes))"],
  ['mean(each(hour, minutes))', "at 10: no dimension 'hour'; known are way, site, day, week, month, quarter"],
  ['priceEffect(minutes / calls, calls)', 'at 20: only sums have a part of the price and one of the volume'],
  ['volumeEffect(minutes)', 'at 0: 1 operands; allowed is volumeEffect(amount, volume, year?)'],
  ['contribution(mean(minutes), previous)', 'at 13: only a sum consists of what rows contribute'],
  [
    'periods(minutes)',
    "at 0: 'periods' is inside a window: window(periods(minutes), 8, week, sameWeekday, before)",
  ],
  [
    'previous(median(minutes))',
    "at 9: 'median' is inside 'previous'; of another period there are sum, mean, min, max, count, first and last",
  ],
  ['if(minutes, 1, 2)', 'at 3: a condition compares two values, such as answered > 0'],
  ['sum()', '0 operands; allowed is sum(x)'],
  [
    'running(minutes, decade)',
    "no unit 'decade'; known are quarter-hour, hour, day, week, month, quarter, year",
  ],
])('the expression %s is an error: %s', (text, message) => {
  expect(diagnoseQuestion(value(text))[0]).toBe(atValue(message))
})

test.each([
  ['window(median(minutes), 8, week)', "only complete periods count here; end the window with 'before'"],
  [
    'window(median(minutes), 5, week, sameWeekday, before)',
    'the window has at most 5 values, and is blank below 6',
  ],
  [
    'window(median(minutes), 1, month, sameWeekday, before)',
    'the window has at most 5 values, and is blank below 6',
  ],
  ['window(median(minutes), 3, day, before)', 'the window has at most 3 values, and is blank below 6'],
  [
    'window(minutes, 8, week, sameWeekdy, before)',
    'allowed is window(x, 7, day), window(x, 7, day, before) for the units before, or window(x, 8, week, sameWeekday, before)',
  ],
  [
    'window(mean(each(day, minutes)), 7, day)',
    "at 7: 'mean' is inside 'window'; other periods have no value of each day; divide a sum, such as window(minutes, 7, day) / 7",
  ],
])('the window %s of a day is an error: %s', (text, message) => {
  expect(diagnoseQuestion({ ...value(text), rows: { by: ['day'] } })[0]).toBe(atValue(message))
})

test.each([
  'share(minutes / calls)',
  'share(mean(minutes))',
  'share(max(minutes))',
  'share(minutes * calls)',
  'share(if(calls > 1, minutes, 0))',
  'share(minutes / calls, way)',
])('%s is of no sum', (text) => {
  expect(diagnoseQuestion(value(text))).toEqual([
    'columns[1].value: the total is not the sum of its rows, so its shares would not add up to 100%; write the share of a sum, such as share(minutes) [share-total]',
  ])
})

test.each(['share(minutes / calls)', 'share(mean(minutes), site)', 'share(max(minutes), way)'])(
  '%s is of no sum in a pivot either',
  (text) => {
    const pivot = { id: 'p', pivot: 'site', value: text }
    expect(diagnoseQuestion({ columns: [pivot] })).toEqual([
      'columns[0].value: the total is not the sum of its rows, so its shares would not add up to 100%; write the share of a sum, such as share(minutes) [share-total]',
    ])
    expect(diagnoseQuestion({ columns: [{ ...pivot, value: 'share(minutes * 2, site)' }] })).toEqual([])
  },
)

test.each([
  'share(minutes)',
  'share(2 * minutes / 60 - calls)',
  'share(minutes / daysElapsed() * days())',
  'share(sum(minutes * calls), way)',
])('%s is of a sum, and needs no column of it', (text) => {
  expect(diagnoseQuestion({ columns: ['calls', { id: 'v', value: text }] })).toEqual([])
})

test('a selector offers the values that are read, and one at a time if it says so', () => {
  expect(
    diagnoseQuestion({
      data: { dataset: 'calls', where: { site: ['NORTH', 'WEST'] } },
      selectors: [{ kind: 'year' }, { dimension: 'site', multiple: false, labels: { WEST: 'West' } }],
    }),
  ).toEqual([])
})
