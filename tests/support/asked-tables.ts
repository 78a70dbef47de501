import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import { buildRecordKey, buildScope } from '../../src/dataset/record-keys.ts'
import type { ReportPlan, Selection } from '../../src/report/model/report-plan.ts'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { noSources, type SourceReads } from '../../src/server/data/sources/sources.ts'
import { readResponse } from '../../src/server/data/tables/sent-records.ts'
import { writeRecords } from '../../src/server/data/tables/stored-records.ts'
import { openPlace } from './open-database.ts'

/** A record of a test: its day, month or name, the values of its dimensions in their order, and its measures. */
export interface TestRecord {
  readonly key: string
  readonly values: readonly string[]
  readonly measures: Readonly<Record<string, number>>
}

/** The first and the last day that a table is of. */
interface DaySpan {
  readonly first: string
  readonly last: string
}

/** Opens a database in which tests store records and of which they ask reports, until the test ends. */
export async function openAsked(sources: readonly DatasetPlan[]) {
  const { engine } = await openPlace()
  return {
    database: engine.database,
    /** Stores records in place of those before. */
    store: async (id: string, records: readonly TestRecord[]): Promise<void> => {
      const source = sources.find((one) => one.id === id)
      if (source === undefined) throw new Error(`there is no dataset '${id}'`)
      await engine.database.deleteFrom('dataset_records').where('dataset', '=', id).execute()
      const entries = records.map(({ key, values, measures }) => ({
        ...buildRecordKey(source, key),
        scope: buildScope(values),
        measures,
      }))
      await writeRecords(engine.database, source, entries, new Date(0))
    },
    /** Builds the table of a selection of a year, a month, a day, or of the days that are given. */
    ask: async (
      { plan, dataset }: { readonly plan: ReportPlan; readonly dataset: DatasetPlan },
      selection: Selection,
      { reads = noSources, days }: { readonly reads?: SourceReads; readonly days?: DaySpan } = {},
    ) => {
      const wanted = dataset.dimensions.map(({ id, values }) => selection[id]?.split(',') ?? values)
      const { year, month, date } = selection
      const span = days ?? (date === undefined ? undefined : { first: date, last: date })
      const requested =
        span === undefined
          ? { year: Number(year), ...(month !== undefined && { month: Number(month) }) }
          : { days: span }
      const answer = await readResponse({ db: engine.database, reads }, { dataset, wanted, ...requested })
      return buildTable(plan, selection, parseResponse(plan, JSON.parse(answer)))
    },
  }
}
