import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { suggest } from '../../../src/web/studio/suggestions.ts'

const readTexts = (kind: 'reports' | 'datasets', folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      kind,
      name: name.replace('.json', ''),
      text: readFileSync(`${folder}/${name}`, 'utf8'),
    }))
const texts = [
  ...readTexts('reports', 'reports'),
  ...readTexts('reports', 'examples/reports'),
  ...readTexts('datasets', 'examples/datasets'),
]

/** Lists the labels that are suggested at the `|` of a text. */
async function list(kind: 'reports' | 'datasets' | 'dashboards' | 'schedules', text: string) {
  const file = { kind, name: 'new', text: text.replace('|', '') }
  const suggestions = await suggest({ texts, drafts: [], file, offset: text.indexOf('|') })
  return suggestions.map(({ label }) => label)
}

const DATA = '"data": { "dataset": "carrier-minutes", "with": { "rates": { "dataset": "carrier-rates" } } }'

test.each([
  ['a table', 'reports', '{ "data": { "dataset": "|" } }', ['carrier-minutes', 'roaming']],
  [
    'measures and functions',
    'reports',
    `{ ${DATA}, "columns": [{ "value": "sum(|" }] }`,
    ['minutesIn', 'share'],
  ],
  ['another table', 'reports', `{ ${DATA}, "columns": [{ "value": "sum(rates.|" }] }`, ['rates.rateIn']],
  ['columns', 'reports', `{ ${DATA}, "columns": [{ "id": "cost" }, { "value": "|" }] }`, ['cost', 'carrier']],
  ['times', 'reports', `{ ${DATA}, "rows": { "by": ["|"] } }`, ['carrier', 'day', 'hourOfDay', 'weekday']],
  ['a pivot', 'reports', `{ ${DATA}, "columns": [{ "pivot": "|" }] }`, ['destination', 'month']],
  ['an order', 'reports', `{ ${DATA}, "columns": ["minutesIn"], "rows": { "sort": "|" } }`, ['-minutesIn']],
  ['a highlight', 'reports', '{ "columns": ["a"], "highlights": [{ "when": { "column": "|" } }] }', ['a']],
  [
    'own measures of a text with a mistake',
    'datasets',
    '{ "measures": [{ "field": "a" }, { "value": "|" }], x }',
    ['a', 'mean'],
  ],
  ['reports of a tile', 'dashboards', '{ "tiles": [{ "figure": "|" }] }', ['margins']],
  [
    'columns of its report',
    'dashboards',
    '{ "tiles": [{ "figure": "margins", "column": "|" }] }',
    ['marginShare'],
  ],
  ['a name without its quotes', 'reports', '{ "data": { "dataset": | } }', ['carrier-minutes']],
  ['a name of a list', 'reports', `{ ${DATA}, "columns": [|] }`, ['minutesOut', '{}']],
  [
    'another table in a measure of a table',
    'datasets',
    '{ "with": { "rates": { "dataset": "carrier-rates" } }, "measures": [{ "value": "rates.|" }] }',
    ['rates.rateIn'],
  ],
  [
    'a dimension of another table',
    'reports',
    `{ ${DATA}, "selectors": [{ "dimension": "|" }] }`,
    ['destination', 'rates.currency'],
  ],
  ['rows by a rate', 'reports', `{ ${DATA}, "rows": { "by": ["|"] } }`, ['rates.rateIn']],
  [
    'the dimension of a join',
    'reports',
    '{ "data": { "with": { "fx": { "dataset": "exchange-rates", "by": { "carrier": "|" } } } } }',
    ['currency'],
  ],
  [
    'units and words of a window',
    'reports',
    `{ ${DATA}, "columns": [{ "value": "window(median(minutesIn), 8, week, |" }] }`,
    ['week', 'quarter-hour', 'sameWeekday', 'before', 'minutesIn'],
  ],
  [
    'words of a change',
    'reports',
    `{ "columns": [{ "value": "contribution(a, p|)" }] }`,
    ['previous', 'year'],
  ],
  [
    'the currency of an amount',
    'reports',
    `{ "columns": [{ "value": "convert(a * b, |)" }] }`,
    ['NGN', 'convert'],
  ],
  ['a unit', 'reports', '{ "columns": [{ "format": { "unit": "|" } }] }', ['min', 'h', 'NGN', 'Erlang']],
  [
    'a type of a chart',
    'dashboards',
    '{ "tiles": [{ "chart": "network-minutes", "type": "|" }] }',
    ['panels', 'line'],
  ],
  ['a default type', 'dashboards', '{ "tiles": [{ "chart": "fraud-watch", "type": "|" }] }', ['pie']],
  [
    'a tab',
    'dashboards',
    '{ "tiles": [{ "table": "daily-report-minutes", "tab": "|" }] }',
    ['mno-to-routelink'],
  ],
  [
    'a variant of a schedule',
    'schedules',
    '{ "view": { "kind": "report", "id": "daily-report-minutes", "variant": "|" } }',
    ['daily', 'monthly-average'],
  ],
  ['a chart of a schedule', 'schedules', '{ "view": { "id": "trunk-capacity", "chart": "|" } }', ['bar']],
  [
    'a mark of Vega-Lite',
    'reports',
    '{ "chart": { "types": [{ "vegaLite": { "mark": "|" } }] } }',
    ['"boxplot"'],
  ],
  [
    'keys of Vega-Lite',
    'reports',
    '{ "chart": { "types": [{ "vegaLite": { "encoding": { "x": { | } } } }] } }',
    ['field', 'timeUnit'],
  ],
  ['what a schedule sends', 'schedules', '{ "view": { "kind": "report", "id": "|" } }', ['margins']],
] as const)('names are completed: %s', async (_, kind, text, expected) => {
  expect(await list(kind, text)).toEqual(expect.arrayContaining([...expected]))
})

test.each([
  ['rows', 'reports', '{ "rows": { | } }', ['by', 'key', 'use']],
  ['data', 'reports', '{ "data": { "|" } }', ['dataset', 'url', 'with']],
  ['a column', 'reports', '{ "columns": [{ | }] }', ['field', 'value', 'pivot', 'text', 'pattern']],
  ['a selector', 'reports', '{ "selectors": [{ | }] }', ['dimension', 'kind', 'options']],
  ['options', 'reports', '{ "selectors": [{ "options": { | } }] }', ['fixed', 'url']],
  ['types of a chart', 'reports', '{ "chart": { "types": [|] } }', ['"line"', '"pie"']],
  ['a table', 'datasets', '{ | }', ['source', 'demo', 'time']],
  ['a measure', 'datasets', '{ "measures": [{ | }] }', ['field', 'value', 'sum', 'list', 'pattern']],
] as const)('keys of every kind are completed in an empty part: %s', async (_, kind, text, expected) => {
  expect(await list(kind, text)).toEqual(expect.arrayContaining([...expected]))
})

test('keys are completed in quotes, before other keys, and where the file names its schema', async () => {
  const schema = '"$schema": "../../schemas/report-definition.schema.json"'
  const labels = await list('reports', `{ ${schema},\n "highl|"\n "data": { "dataset": "roaming" } }`)
  expect(labels).toEqual(expect.arrayContaining(['highlights', 'rows']))
})

test('a report completes the joins of its table', async () => {
  const table = '{ "with": { "rates": { "dataset": "carrier-rates" } } }'
  const drafts = [{ kind: 'datasets', name: 'roaming', text: table } as const]
  const text = '{ "data": { "dataset": "roaming" }, "columns": [{ "value": "rates." }] }'
  const file = { kind: 'reports', name: 'new', text } as const
  const suggestions = await suggest({ texts, drafts, file, offset: text.indexOf('rates.') + 6 })
  expect(suggestions.map(({ label }) => label)).toContain('rates.rateIn')
})

const FX = '"fx": { "dataset": "exchange-rates"'
test.each([
  ['reports', '{ "data": { "dataset": "carrier-minutes", "where": { | } } }', '"carrier": ["${}"]'],
  ['reports', '{ "data": { "dataset": "carrier-minutes", "where": { "c|" } } }', '"carrier": ["${}"]'],
  ['reports', '{ "data": { "dataset": "carrier-minutes", "where": { "c|": ["a"] } } }', '"carrier"'],
  ['reports', `{ "data": { "with": { ${FX}, "where": { "|" } } } } }`, '"currency": ["${}"]'],
  ['reports', `{ ${DATA.replace(' } }', ` }, ${FX}, "by": { "|" } } }`)} }`, '"carrier": "${}"'],
  ['datasets', `{ "with": { ${FX}, "where": { | } } } }`, '"currency": ["${}"]'],
  ['datasets', `{ "dimensions": [{ "field": "city" }], "with": { ${FX}, "by": { | } } } }`, '"city": "${}"'],
] as const)('a dimension is completed as a key: in %s %s', async (kind, text, insert) => {
  const file = { kind, name: 'new', text: text.replace('|', '') }
  const suggestions = await suggest({ texts, drafts: [], file, offset: text.indexOf('|') })
  expect(suggestions.map((suggestion) => suggestion.insert)).toContain(insert)
})

test('the keys of another kind are not suggested once a part has one', async () => {
  const labels = await list('reports', '{ "rows": { "by": ["day"], | } }')
  expect(labels).toEqual(expect.arrayContaining(['sort', 'total']))
  expect(labels).not.toContain('key')
})

test.each([
  ['dashboards', '{ "tiles": [{ | }] }', 'figure', '"figure": "${}"'],
  ['dashboards', '{ | }', '$schema', '"$schema": "${}"'],
  ['dashboards', '{ | }', 'tiles', '"tiles": [${}]'],
  ['dashboards', '{ | }', 'renewMinutes', '"renewMinutes": ${1:5}'],
  ['reports', '{ | }', 'title', '"title": "${\\{report\\}}"'],
  ['reports', '{ | }', 'highlights', '"highlights": [${}]'],
  ['reports', '{ "data": { "dataset": | } }', 'roaming', '"roaming"'],
] as const)('in %s %s, %s is written with its value to fill in', async (kind, text, label, insert) => {
  const file = { kind, name: 'new', text: text.replace('|', '') }
  const suggestions = await suggest({ texts, drafts: [], file, offset: text.indexOf('|') })
  expect(suggestions.find((suggestion) => suggestion.label === label)?.insert).toBe(insert)
})

test('a name of another kind is not suggested, and keys are those of the schema', async () => {
  expect(await list('schedules', '{ "view": { "kind": "dashboard", "id": "|" } }')).not.toContain('margins')
  expect(await list('schedules', '{ "view": { "chart": "|" } }')).toEqual(['null'])
  expect(
    await list('dashboards', '{ "tiles": [{ "figure": "margins" }, { "table": "roaming", "column": "|" }] }'),
  ).toEqual([])
  expect(await list('reports', '{ "rows": { "by": ["day"], "|" } }')).toEqual(
    expect.arrayContaining(['sort', 'top', 'rest']),
  )
})
