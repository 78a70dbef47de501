import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildRecordKey, wantAll } from '../../../../src/dataset/record-keys.ts'
import { parseResponse } from '../../../../src/report/model/report-response.ts'
import { getText } from '../../../../src/report/model/report-table.ts'
import { buildTable } from '../../../../src/report/table/build-table.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { readResponse } from '../../../../src/server/data/tables/sent-records.ts'
import { insertRecords } from '../../../../src/server/data/tables/stored-records.ts'
import { openPlace } from '../../../support/open-database.ts'
import { compileQuestion, compileSources } from '../../../support/questions.ts'

const way = { field: 'way', values: ['IN', 'OUT'] }
const site = { field: 'site' }
const sources = compileSources([
  {
    id: 'calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [site, way],
    measures: [{ field: 'minutes' }],
    texts: [{ field: 'remark' }, { field: 'author' }],
  },
])
const calls = sources[0] ?? expect.fail('there is no dataset')
const { engine } = await openPlace()

/** Reports whose rows are one record each, with the cells that tell their rows apart. */
const questions = [
  {
    rows: { by: ['day', 'site'] },
    selectors: [{ kind: 'year' }, { kind: 'month' }, { dimension: 'way', multiple: false }],
    // The first of March 2025 is a Saturday.
    name: (day: number, place: string) =>
      `3/${day}/2025 ${['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'][(day - 1) % 7] ?? ''} ${place}`,
  },
  {
    rows: { by: ['site'] },
    selectors: [{ kind: 'date' }],
    data: { dataset: 'calls', where: { way: ['IN'] } },
    name: (day: number, place: string) => (day === 4 ? place : null),
  },
  {
    rows: { by: ['way', 'site'] },
    selectors: [{ kind: 'date' }],
    name: (day: number, place: string, own: string) => (day === 4 ? `${own} ${place}` : null),
  },
]

test('a row of a question has the text of its record', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.record({
          day: fc.integer({ min: 3, max: 5 }),
          site: fc.constantFrom('Kano', 'Lagos/West', 'Abuja'),
          way: fc.constantFrom('IN', 'OUT'),
          minutes: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
          remark: fc.constantFrom('', 'Cable cut', 'late; again'),
        }),
        { selector: (one) => `${one.day} ${one.site} ${one.way}`, minLength: 1 },
      ),
      fc.constantFrom(...questions),
      fc.constantFrom(['minutes'], []),
      async (records, { name, ...changes }, measured) => {
        await engine.database.deleteFrom('dataset_records').execute()
        for (const { day, site: place, way: own, minutes, remark } of records) {
          const measures = minutes === undefined ? {} : { minutes }
          const entry = {
            ...buildRecordKey(calls, `2025-03-0${day}`),
            measures,
            texts: { remark, author: 'me' },
          }
          const scope = `${place.replace('/', '%2F')}/${own}`
          await insertRecords(engine.database, calls, [{ ...entry, scope }], new Date(0))
        }
        const columns = [...measured, { text: 'remark' }]
        const { plan, dataset } = compileQuestion({ ...changes, columns }, sources)
        const isDaily = plan.selectors.some(({ kind }) => kind === 'date')
        const wanted = wantAll(dataset).map((values, index) =>
          dataset.dimensions[index]?.id === 'way' && plan.selectors.length > 1 ? ['IN'] : values,
        )
        const days = { first: '2025-03-04', last: '2025-03-04' }
        const answer = await readResponse(
          { db: engine.database, reads: noSources },
          { dataset, wanted, year: 2025, month: 3, ...(isDaily && { days }) },
        )
        const chosen: Record<string, string> = isDaily
          ? { date: '2025-03-04' }
          : { year: '2025', month: '3', way: 'IN' }
        const table = buildTable(plan, chosen, parseResponse(plan, JSON.parse(answer)))
        const index = table.columns.findIndex(({ label }) => label === 'Remark')
        const shown = table.rows.map((row) => [
          [row.label, row.dimension].filter(Boolean).join(' '),
          getText(row, index),
        ])
        const usesWay = changes.rows.by.includes('way')
        const expected = records.flatMap((one) => {
          const row = usesWay || one.way === 'IN' ? name(one.day, one.site, one.way) : null
          return row === null ? [] : [[row, one.remark]]
        })
        expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
        expect(answer).not.toContain('author')
      },
    ),
    { numRuns: 60 },
  )
})
