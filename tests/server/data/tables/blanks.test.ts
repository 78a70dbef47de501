import { expect, test } from 'vitest'
import { openAsked, type TestRecord } from '../../../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../../../support/questions.ts'

/* Records of two days in March 2025, and of one in February. */
const sources = compileSources([
  {
    id: 'traffic',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ field: 'carrier' }, { id: 'way', field: 'way', values: ['IN', 'OUT'] }],
    measures: [
      { field: 'minutes' },
      { field: 'calls', label: 'Answered calls' },
      { field: 'revenue', when: { way: ['OUT'] } },
    ],
  },
])
const build = (key: string, carrier: string, measures: TestRecord['measures'], way = 'IN'): TestRecord => ({
  key,
  values: [carrier, way],
  measures,
})

const asked = await openAsked(sources)
await asked.store('traffic', [
  build('2025-02-03', 'A', { minutes: 5 }),
  build('2025-03-04', 'A', { minutes: 90, calls: 54 }),
  build('2025-03-05', 'A', { minutes: 169 }),
  build('2025-03-05', 'B', { minutes: 10, calls: 4 }),
  build('2025-03-05', 'B', { minutes: 10, calls: 4, revenue: 1 }, 'OUT'),
])

/** Lists what is said of a report of March, but how much of the month has records. */
const listRemarks = async (changes: Readonly<Record<string, unknown>>) => {
  const question = compileQuestion(
    { data: { dataset: 'traffic' }, rows: { by: ['carrier'] }, ...changes },
    sources,
  )
  const { remarks } = await asked.ask(question, { year: '2025', month: '3' })
  return remarks.filter((remark) => remark.includes('blank'))
}
const BLANK = 'Answered calls is blank in 1 of 4 records of the period.'
const value = (text: string) => ({ id: 'shown', value: text })

test.each<[string, unknown, readonly string[]]>([
  ['a quotient', value('minutes / calls'), [`${BLANK.slice(0, -1)}, whose other values count.`]],
  ['a sum', 'calls', [BLANK]],
  ['a sum of products', value('sum(minutes * calls)'), [BLANK]],
  ['the value of every record', value('median(calls)'), [BLANK]],
  ['the last record', value('last(calls)'), [BLANK]],
  ['a count of values, which leaves out blanks', value('count(calls)'), []],
  ['a measure that all records have', 'minutes', []],
  ['a measure of one way, which other records cannot have', 'revenue', []],
])('%s says which measure is blank in how many records of the period', async (_, column, remark) => {
  expect(await listRemarks({ columns: [column] })).toEqual(remark)
})

test('records of values that are not chosen are not counted', async () => {
  const data = { dataset: 'traffic', where: { way: ['OUT'] } }
  expect(await listRemarks({ data, columns: ['calls'] })).toEqual([])
})

test('records of days before the period are not counted, although a window reads them', async () => {
  const columns = [value('window(sum(calls), 8, week)')]
  expect(await listRemarks({ rows: { by: ['day'] }, columns })).toEqual([BLANK])
})
