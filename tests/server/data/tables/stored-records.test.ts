import { describe, expect, test } from 'vitest'
import { loadDatasets } from '../../../../src/loading/load.ts'
import { readResponse } from '../../../../src/server/data/tables/sent-records.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { insertRecords, listPeriods, mapInTurns } from '../../../../src/server/data/tables/stored-records.ts'
import { explainReads, hasFullScan } from '../../../support/explain.ts'
import { openPlace } from '../../../support/open-database.ts'
import { addAllDemo, datasets } from '../../../support/stored-records.ts'

const { engine } = await openPlace()
await addAllDemo(engine.database, new Date('2025-06-02T08:00:00.000Z'))

/** The periods of a dataset by reading every record. */
async function readPeriods(dataset: string): Promise<string[]> {
  const rows = await engine.database
    .selectFrom('dataset_records')
    .select('period')
    .where('dataset', '=', dataset)
    .execute()
  return [...new Set(rows.map(({ period }) => period))].toSorted().toReversed()
}

test.each([
  ['a list that takes long to map lets', [20]],
  ['short lists that are mapped one after another let', Array.from({ length: 10 }, () => 2)],
])('%s other work run meanwhile, and their order is kept', async (_name, lengths) => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  for (const length of lengths) {
    const list = Array.from({ length }, (_, index) => index)
    const mapped = await mapInTurns(list, (index) => {
      const until = performance.now() + 6
      while (performance.now() < until);
      return index * 2
    })
    expect(mapped).toEqual(list.map((index) => index * 2))
  }
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(4)
})

describe('listPeriods', () => {
  test('lists each period of any scope once, latest first', async () => {
    for (const dataset of datasets) {
      const periods = await listPeriods(engine.database, dataset)
      expect(periods.length).toBeGreaterThan(0)
      expect(periods).toEqual(await readPeriods(dataset.id))
    }
  })

  test('lists a period of one scope only, the empty period, and none of a dataset without records', async () => {
    const [destinations] = loadDatasets('examples/datasets').filter(({ id }) => id === 'destinations')
    if (destinations === undefined) throw new Error('the example is missing')
    expect(await listPeriods(engine.database, destinations)).toEqual([])
    const now = new Date('2025-06-02T08:00:00.000Z')
    for (const [scope, period] of [
      ['a', '2025'],
      ['b', ''],
      ['b', '2023'],
      ['c', '2024'],
    ] as const) {
      await insertRecords(engine.database, destinations, [{ scope, period, key: 'x', measures: {} }], now)
    }
    expect(await listPeriods(engine.database, destinations)).toEqual(['2025', '2024', '2023', ''])
    await engine.database.deleteFrom('dataset_records').where('dataset', '=', destinations.id).execute()
  })
})

// PostgreSQL reads small tables as a whole, whatever indexes they have.
describe.skipIf(process.env['TEST_ENGINE'] === 'postgres')('every read of records', () => {
  test('finds its scope and periods in the index', async () => {
    for (const dataset of datasets) {
      const wanted = dataset.dimensions.map(({ values }) => values?.slice(0, 1) ?? null)
      const reads = await explainReads(engine, (db) =>
        readResponse({ db, reads: noSources }, { dataset, wanted, year: 2025 }),
      )
      for (const { plan } of reads)
        expect(plan).toMatch(/SEARCH .*\(dataset=\? AND scope=\? AND period[=>]\?/)
    }
  })

  test('steps from period to period in the index to list them', async () => {
    for (const dataset of datasets) {
      const [{ plan } = { plan: '' }] = await explainReads(engine, (db) => listPeriods(db, dataset))
      const steps = plan.split('\n').filter((line) => line.includes('record '))
      expect(steps.join('\n')).toMatch(/\(dataset=\? AND period>\?\)/)
      expect(hasFullScan(plan, 'record')).toBe(false)
      expect(plan).not.toContain('dataset_records USING COVERING INDEX')
    }
  })
})
