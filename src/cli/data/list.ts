import { z } from 'zod'
import type { DatasetPlan, SourcePlan } from '../../dataset/dataset-plan.ts'
import { listScopes, type StoredScope } from '../../server/data/tables/stored-records.ts'
import { type Command, noArguments, parseArguments } from '../command.ts'
import { loadUsableDefinitions, readStored } from '../database.ts'

const HEADING = ['dataset', 'records', 'stored', 'list']

export const listCommand: Command = {
  usage: '',
  summary: 'lists the datasets, their URLs and stored records',
  run: async (args, terminal, context) => {
    parseArguments(args, z.object({ files: noArguments }))
    const { datasets } = loadUsableDefinitions(context, terminal)
    const stored = await readStored(context, listScopes)
    const rows = [HEADING, ...datasets.map((dataset) => summarize(dataset, stored))]
    const widths = HEADING.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
    for (const row of rows) {
      const cells = row.map((text, column) =>
        column === 1 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      terminal.out(cells.join('  ').trimEnd())
    }
  },
}

/** Lists the cells of a dataset: id, number of records, their first and last period or where they are, and URL. */
function summarize({ id, key, endpoints, from, source }: DatasetPlan, stored: readonly StoredScope[]) {
  const scopes = stored.filter(({ dataset }) => dataset === id)
  const records = scopes.reduce((sum, scope) => sum + scope.records, 0)
  const periods = scopes.flatMap(({ first, last }) => [first, last]).toSorted()
  const [first = '', last = ''] = [periods[0], periods.at(-1)]
  const span = last === '' || key.kind === 'none' ? '-' : first === last ? first : `${first} to ${last}`
  const origin = source === null ? from?.sources.map((plan) => plan.id).join(', ') : formatSource(source)
  const where = origin === undefined ? span : `from ${origin}`
  return [id, records.toLocaleString('en'), where, endpoints.list?.url ?? '-']
}

/** Names where the rows of a dataset are: `warehouse billing.cdr_daily`. */
export const formatSource = ({ connection, relation }: SourcePlan) => `${connection} ${relation.join('.')}`
