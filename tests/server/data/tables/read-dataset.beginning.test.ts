import { expect, test } from 'vitest'
import { openAsked } from '../../../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../../../support/questions.ts'

/* Records of 10 February to 12 March 2025. */
const sources = compileSources([
  {
    id: 'traffic',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ field: 'carrier' }],
    measures: [{ field: 'minutes' }],
  },
])
const asked = await openAsked(sources)
await asked.store(
  'traffic',
  ['2025-02-10', '2025-02-28', '2025-03-01', '2025-03-12'].map((key) => ({
    key,
    values: ['A'],
    measures: { minutes: 5 },
  })),
)

const BEGIN = 'Records begin on 10 February 2025.'
const month = { selectors: [{ kind: 'year' }, { kind: 'month' }], rows: { by: ['carrier'] } }
const months = { selectors: [{ kind: 'year' }], rows: { by: ['month'] } }
const days = { ...month, rows: { by: ['day'] } }
const year = { selectors: [{ kind: 'year' }], rows: { by: ['carrier'] } }
const change = { columns: ['minutes', { id: 'growth', value: 'change(minutes)' }] }

test.each<[string, object, Readonly<Record<string, string>>, readonly string[]]>([
  ['the month in which they begin', month, { year: '2025', month: '2' }, [BEGIN]],
  ['a change since that month', { ...month, ...change }, { year: '2025', month: '3' }, [BEGIN]],
  ['the month after it', month, { year: '2025', month: '3' }, []],
  ['a year of names', year, { year: '2025' }, [BEGIN]],
  ['a row of the month in which they begin', months, { year: '2025' }, [BEGIN]],
  ['rows of days, each of which is whole', days, { year: '2025', month: '2' }, []],
])('%s says when records begin: %s', async (_, changes, selection, remarks) => {
  const question = compileQuestion(
    { data: { dataset: 'traffic' }, chart: { types: [] }, columns: ['minutes'], ...changes },
    sources,
  )
  const { remarks: said } = await asked.ask(question, selection)
  expect(said.filter((remark) => remark.includes('begin'))).toEqual(remarks)
})
