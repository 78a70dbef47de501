import { z } from 'zod'
import type { DatasetPlan, SourcePlan } from '../../definition/datasets/dataset-plan.ts'
import { findOrphans, formatOrphans, type Orphans } from '../../server/datasets/orphans.ts'
import { listScopes, type StoredScope } from '../../server/datasets/stored-records.ts'
import { type Command, type CommandContext, ExitCode, noArguments, parseArguments } from '../command.ts'
import { loadDefinitions, readStored } from '../database.ts'
import { alignColumns } from '../table.ts'
import { sanitize } from './import/errors.ts'

const Arguments = z.object({
  files: noArguments,
  json: z.boolean().default(false),
})

/** The stored records of one dataset. */
interface DatasetSummary {
  readonly id: string
  readonly title: string
  /** The URL of its list; null if it has none. */
  readonly list: string | null
  readonly records: number
  /** The first and last period with records; null if there are none, or they have no period. */
  readonly first: string | null
  readonly last: string | null
  /** The datasets, or the table of another database, from which it is computed; null if its records are stored. */
  readonly from: readonly string[] | null
}

/** Lists the datasets with their stored records, and stored data that is not in any definition. */
export function listCommand(context: CommandContext): Command {
  return {
    usage: '[--json]',
    summary: 'lists the datasets, their URLs and stored records',
    run: async (args, terminal) => {
      const { json } = parseArguments(args, Arguments)
      const { datasets } = loadDefinitions(context)
      const { stored, orphans } = await readStored(context, async (db) => ({
        stored: await listScopes(db),
        orphans: await findOrphans(db, datasets),
      }))
      const listed = datasets.map((dataset) => summarize(dataset, stored))
      if (json) terminal.out(JSON.stringify({ datasets: listed, orphans }, null, 2))
      else for (const line of formatTable(listed, orphans)) terminal.out(line)
      return ExitCode.Ok
    },
  }
}

function summarize(
  { id, title, endpoints, from, source }: DatasetPlan,
  stored: readonly StoredScope[],
): DatasetSummary {
  const scopes = stored.filter(({ dataset }) => dataset === id)
  return {
    id,
    title,
    list: endpoints.list?.url ?? null,
    records: scopes.reduce((sum, { records }) => sum + records, 0),
    first: scopes.map(({ first }) => first).toSorted()[0] || null,
    last:
      scopes
        .map(({ last }) => last)
        .toSorted()
        .at(-1) || null,
    from: source === null ? from && from.sources.map((one) => one.id) : [formatSource(source)],
  }
}

function formatTable(listed: readonly DatasetSummary[], orphans: readonly Orphans[]): string[] {
  const rows = listed.map(({ id, list, records, first, last, from }) => [
    id,
    records.toLocaleString('en'),
    from !== null ? `from ${from.join(', ')}` : formatPeriods(first, last),
    list ?? '-',
  ])
  return [
    ...alignColumns([['dataset', 'records', 'stored', 'list'], ...rows], [1]),
    ...orphans.flatMap(formatOrphans).map(formatLine),
  ]
}

/** Names where the rows of a dataset are: `warehouse billing.cdr_daily`. */
export const formatSource = ({ connection, relation }: SourcePlan): string =>
  `${connection} ${relation.join('.')}`

const formatPeriods = (first: string | null, last: string | null): string =>
  first === null || last === null ? '-' : first === last ? first : `${first} to ${last}`

/** Sanitises each word: stored names may contain characters that manipulate a terminal. */
export const formatLine = (line: string): string => line.split(' ').map(sanitize).join(' ')
