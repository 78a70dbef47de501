import { expect } from 'vitest'
import type { z } from 'zod'
import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import { getDimensionValues, getPeriodRange, wantAll } from '../../src/dataset/record-keys.ts'
import type { ReportPlan } from '../../src/report/model/report-plan.ts'
import { addDemoRecords, listDemoScopes } from '../../src/server/data/demo/demo-records.ts'
import { listRecords } from '../../src/server/data/tables/stored-records.ts'
import { openAsked } from './asked-tables.ts'
import { compileExamples } from './definition-folders.ts'

/** A calculation of a table by plain loops over the records, which are its lines. */
interface Calculation<Line> {
  readonly lines: readonly Line[]
  /** The lines of the period before. */
  readonly before?: readonly Line[]
  /** Returns the name of the row that counts a line. */
  readonly nameRow: (line: Line) => string
  /** Each column; a row without lines is blank. */
  readonly columns: Readonly<Record<string, (lines: readonly Line[]) => number | null>>
  /** Columns that also count the period before. */
  readonly changes?: Readonly<Record<string, (lines: readonly Line[], before: readonly Line[]) => number>>
  readonly withoutTotal?: readonly string[]
}

interface Asked {
  readonly plan: ReportPlan
  readonly dataset: DatasetPlan
}

/** Opens a database for the examples, with demo records of 2025. */
export async function openExamples() {
  const { reports, datasets } = compileExamples()
  const asked = await openAsked(datasets)
  const findDataset = (id: string) =>
    datasets.find((one) => one.id === id) ?? expect.fail(`there is no dataset '${id}'`)

  /** Stores the demo records of a year or of some months, and reads each with its day and its dimensions. */
  async function storeDemo<Line>(id: string, Line: z.ZodType<Line>, months?: readonly number[]) {
    const dataset = findDataset(id)
    const periods = months?.map((month) => ({ year: 2025, month })) ?? [{ year: 2025 }]
    for (const scope of listDemoScopes(dataset)) {
      for (const period of periods) {
        await addDemoRecords(asked.database, datasets, { dataset, scope, ...period }, { now: new Date(0) })
      }
    }
    const range = getPeriodRange(dataset, { year: 2025 })
    const records = await listRecords(asked.database, dataset, wantAll(dataset), range)
    return records
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key, scope, measures }) => {
        const values = getDimensionValues(scope)
        const dimensions = dataset.dimensions.map(({ field }, index) => [field, values[index]])
        return Line.parse({ day: key, ...Object.fromEntries(dimensions), ...measures })
      })
  }

  const findExample = (name: string): Asked => ({
    plan: reports.find(({ id }) => id === name)?.plans[0] ?? expect.fail(`there is no example '${name}'`),
    dataset: findDataset(`report-${name}`),
  })

  /** Lists the cells and totals of a report that differ from a calculation by more than a billionth of their size. */
  async function findDifferences<Line>(
    report: string | Asked,
    selection: Readonly<Record<string, string>>,
    { lines, before = [], nameRow, columns, changes = {}, withoutTotal = [] }: Calculation<Line>,
  ): Promise<string[]> {
    const table = await asked.ask(typeof report === 'string' ? findExample(report) : report, selection)
    const calculate = (isCounted: (line: Line) => boolean) => {
      const [now, then] = [lines.filter(isCounted), before.filter(isCounted)]
      return new Map([
        ...Object.entries(columns).map(
          ([id, column]) => [id, now.length === 0 ? null : column(now)] as const,
        ),
        ...Object.entries(changes).map(([id, change]) => [id, change(now, then)] as const),
      ])
    }
    const compare = (
      name: string,
      values: readonly (number | null)[] | undefined,
      calculated: ReadonlyMap<string, number | null>,
    ) =>
      [...calculated].flatMap(([id, expected]) => {
        const value = values?.[table.columns.findIndex(({ from }) => from === id)]
        const isEqual =
          typeof value === 'number' && expected !== null
            ? Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
            : value === expected
        return isEqual ? [] : [`${id} of ${name} is ${value} and should be ${expected}`]
      })
    const shown = new Map(
      table.rows
        .filter(({ hasRecord }) => hasRecord)
        .map(({ key, dimension, values }) => [[key, dimension ?? []].flat().join(' '), values]),
    )
    const names = [...new Set([...lines, ...before].map(nameRow))]
    const total = [...calculate(() => true)].map(
      ([id, value]) => [id, withoutTotal.includes(id) ? null : value] as const,
    )
    expect([...shown.keys()].toSorted()).toEqual(names.toSorted())
    expect(
      table.columns
        .map(({ from }) => from)
        .filter((id) => id !== 'dimension')
        .toSorted(),
    ).toEqual(total.map(([id]) => id).toSorted())
    return [
      ...names.flatMap((name) =>
        compare(
          name,
          shown.get(name),
          calculate((line) => nameRow(line) === name),
        ),
      ),
      ...compare('total', table.total?.values, new Map(total)),
    ]
  }

  return { store: asked.store, storeDemo, findDifferences, datasets }
}

/** Returns the last record up to a day, of records in the order of their days. Throws if there is none. */
export const findInForce = <T extends { readonly day: string }>(
  records: readonly T[],
  until: string,
  fits: (record: T) => boolean,
): T =>
  records.findLast((record) => record.day <= until && fits(record)) ??
  expect.fail(`nothing is in force on ${until}`)

/** Adds up what is calculated of each line. */
export const sum = <T>(lines: readonly T[], calculate: (line: T) => number): number =>
  lines.reduce((total, line) => total + calculate(line), 0)
