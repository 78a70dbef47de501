import { beforeEach, describe, expect, test } from 'vitest'
import type { ExpectationPlan } from '../../../../src/dataset/dataset-plan.ts'
import { loadDatasets } from '../../../../src/loading/load.ts'
import { FileError } from '../../../../src/reading/errors.ts'
import { buildTable } from '../../../../src/report/table/build-table.ts'
import { parseResponse } from '../../../../src/report/model/report-response.ts'
import { checkExpectations } from '../../../../src/server/data/imports/expectations.ts'
import type { ParsedFile } from '../../../../src/server/data/imports/row-reader.ts'
import { describePreview } from '../../../../src/server/data/imports/import-preview.ts'
import { compareImport, writeImport } from '../../../../src/server/data/imports/import-service.ts'
import { type ReadFile, readImport } from '../../../../src/server/data/imports/import-reader.ts'
import {
  buildTargets,
  type ImportOptions,
  type ImportTarget,
} from '../../../../src/server/data/imports/import-target.ts'
import { withTransaction } from '../../../../src/server/platform/database/transaction.ts'
import { clearRecords } from '../../../support/run-data.ts'
import { loadShippedDatasets, loadShippedReports } from '../../../support/shipped-reports.ts'
import { createTestApp } from '../../../support/test-app.ts'

const reports = loadShippedReports()
const datasets = loadShippedDatasets().map((dataset) =>
  dataset.id === 'daily-reports' ? { ...dataset, dueBy: '10:00' } : dataset,
)
const portal = await createTestApp({ reports, datasets })
const analyst = await portal.as('analyst')
const [daily] = buildTargets({ reports, datasets })
  .filter(({ dataset }) => dataset.id === 'daily-reports')
  .concat([])
beforeEach(() => clearRecords(portal.engine))

const options: ImportOptions = { values: {}, period: null, sheet: null, replaced: null, choices: null }
const now = new Date('2025-06-02T08:00:00.000Z')
const context = { author: 'tests', now, recordEvent: () => undefined }

/** Compares a file as the screen does: what refuses it, or else its remarks. */
async function compare(target: ImportTarget, file: ReadFile) {
  const compared = await compareImport(portal.engine.database, target, file, options, now)
  const read = { file, profile: [], errors: [], errorCount: 0, questions: [] }
  const { errors, errorCount, remarks } = describePreview(target, read, compared)
  expect(errorCount).toBe(errors.length)
  const { errors: refusals, warnings } = compared.unmet
  return { warnings: errorCount > 0 ? refusals.lines() : warnings.slice(0, remarks.length) }
}

/** Imports days of a number of minutes, or only compares them. */
async function run(
  days: Readonly<Record<string, number>>,
  expectations: readonly ExpectationPlan[] = [],
  isDryRun = false,
) {
  if (daily === undefined) throw new Error('no dataset')
  const target = { ...daily, dataset: { ...daily.dataset, expect: expectations } }
  const rows = Object.entries(days).map(([day, value]) => `${day},MNO_TO_ROUTELINK,${value},2,3,4,5`)
  const bytes = Buffer.from(['Date,Type,Airtel,MTN,9Mobile,GLO,IDA', ...rows].join('\n'))
  const file = await readImport(target, { name: 'file.csv', bytes }, options)
  try {
    const done = isDryRun
      ? await compare(target, file)
      : await withTransaction(portal.engine.database, (transaction) =>
          writeImport(transaction, target, file, options, context),
        )
    return { lines: done.warnings, records: await count() }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { lines: error.lines(), records: await count() }
  }
}

async function count(): Promise<number> {
  const rows = await portal.engine.database.selectFrom('dataset_records').select('id').execute()
  return rows.length
}

const complete = { complete: 'days', otherwise: 'refuse' } as const
const atLeast = {
  measure: 'airtelMinutes',
  operator: '>=',
  value: 0,
  absolute: false,
  otherwise: 'refuse',
} as const
const likeBefore = { records: 'likeBefore', within: 0.3, otherwise: 'refuse' } as const

describe('what a dataset expects of its files', () => {
  const march = { '2025-03-01': 1, '2025-03-02': 2 }

  test.each<[what: string, days: Record<string, number>, expectation: ExpectationPlan, lines: string[]]>([
    ['days without a gap', { '2025-03-03': 1, '2025-03-04': 1 }, complete, []],
    [
      'a missing day in the file',
      { '2025-03-03': 1, '2025-03-05': 1 },
      complete,
      [
        'row 3: there are no records of \'2025-03-04\'; expected records of each day ("expect" of the dataset)',
      ],
    ],
    [
      'missing days before the file',
      { '2025-03-05': 1 },
      complete,
      [
        "row 2: there are no records of '2025-03-03' to '2025-03-04'; expected records of each day (\"expect\" of the dataset)",
      ],
    ],
    ['a day before the stored ones', { '2025-02-28': 1 }, complete, []],
    ['a value that meets its condition', { '2025-03-03': 0 }, atLeast, []],
    [
      'a value that does not',
      { '2025-03-03': 5 },
      { ...atLeast, operator: '<', value: 5 },
      ['row 2, column "Airtel" (C): is 5, expected below 5 ("expect" of the dataset)'],
    ],
    [
      'a value outside two limits',
      { '2025-03-03': 5 },
      { ...atLeast, operator: 'outside', value: [4, 6] },
      ['row 2, column "Airtel" (C): is 5, expected outside 4 to 6 ("expect" of the dataset)'],
    ],
    ['as many records as before', { '2025-03-03': 1 }, likeBefore, []],
  ])('%s', async (_, days, expectation, lines) => {
    await run(march)
    expect(await run(days, [expectation], true)).toEqual({ lines, records: 2 })
    const records = lines.length === 0 ? 2 + Object.keys(days).length : 2
    expect(await run(days, [expectation])).toEqual({ lines, records })
  })

  test.each([
    ['2025-03-30T04', []],
    [
      '2025-03-30T05',
      [
        'row 3: there are no records of \'2025-03-30T04\'; expected records of each hour ("expect" of the dataset)',
      ],
    ],
  ])('the hour that the clocks skip in spring is not missing before %s', async (last, lines) => {
    const hourly = loadDatasets('examples/datasets').find(({ id }) => id === 'hourly-load')
    if (hourly === undefined) throw new Error('no dataset')
    const read = { ...hourly.read, zone: 'Europe/Berlin' }
    const records = ['2025-03-30T01', '2025-03-30T03', last].map((key, index) => ({ key, row: index + 1 }))
    const { errors } = await checkExpectations(
      portal.engine.database,
      { ...hourly, read, expect: [{ complete: 'hours', otherwise: 'refuse' }] },
      { records } as unknown as ParsedFile,
    )
    expect(errors.lines()).toEqual(lines)
  })

  test('a file that is only warned about is imported', async () => {
    await run(march)
    const warned = await run({ '2025-03-05': 1 }, [{ ...complete, otherwise: 'warn' }])
    expect(warned).toEqual({
      lines: [
        "row 2: there are no records of '2025-03-03' to '2025-03-04'; expected records of each day (\"expect\" of the dataset)",
      ],
      records: 3,
    })
  })

  test('a file with fewer records of a day than before is refused', async () => {
    if (daily === undefined) throw new Error('no dataset')
    const kinds = daily.dataset.dimensions.flatMap(({ values }) => values)
    const bytes = Buffer.from(
      [
        'Date,Type,Airtel,MTN,9Mobile,GLO,IDA',
        ...kinds.map((kind) => `2025-03-01,${kind},1,2,3,4,5`),
        `2025-03-02,${kinds[0]},1,2,3,4,5`,
      ].join('\n'),
    )
    const file = await readImport(daily, { name: 'file.csv', bytes }, options)
    await withTransaction(portal.engine.database, (transaction) =>
      writeImport(transaction, daily, file, options, context),
    )
    expect(await run({ '2025-03-03': 1 }, [likeBefore])).toEqual({
      lines: [
        'row 2: \'2025-03-03\' has 1 of usually 1.5 records; allowed: 30% more or less ("expect" of the dataset)',
      ],
      records: kinds.length + 1,
    })
  })
})

describe('a dataset whose records are due', () => {
  test('says until when there are records, which every table of it shows', async () => {
    await run({ '2025-03-13': 1, '2025-03-14': 2 })
    const { body } = await analyst('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')
    expect(body['notice']).toBe('Until 14 March, due at 10:00.')
    const earlier = await analyst('GET', '/v1/monthly-reports/2024/3/MNO_TO_ROUTELINK')
    expect(earlier.body['notice']).toBe('Until 14 March 2025, due at 10:00.')
    const plan = reports.find(({ id }) => id === 'daily-report-minutes')?.plans[0]
    if (plan === undefined) throw new Error('no report')
    const table = buildTable(plan, {}, parseResponse(plan, body))
    expect(table.remarks).toContain('Until 14 March, due at 10:00.')
  })

  test('says nothing without records', async () => {
    const { body } = await analyst('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')
    expect(body).not.toHaveProperty('notice')
  })
})
