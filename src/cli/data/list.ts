import { z } from 'zod'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { findOrphans, formatOrphans, type Orphans } from '../../server/datasets/orphans.ts'
import { listScopes, type StoredScope } from '../../server/datasets/scan.ts'
import { type Command, type CommandContext, DONE, parseArguments } from '../command.ts'
import { loadDefinitions, readStored } from './open-database.ts'
import { sanitize } from './import/errors.ts'

const Arguments = z.object({
  files: z.array(z.string()).max(0, 'no file is needed'),
  json: z.boolean().default(false),
})

/** What is stored of one dataset. */
interface Listed {
  readonly id: string
  readonly title: string
  /** The call that brings its records; null where it has none. */
  readonly list: string | null
  readonly records: number
  /** The first and the last period that has records; null where none has, or where records have no period. */
  readonly first: string | null
  readonly last: string | null
}

/** Tells the datasets and what is stored of each, and what is stored and in no definition. */
export function listCommand(surroundings: CommandContext): Command {
  return {
    usage: '[--json]',
    summary: 'tells the datasets, their calls and what is stored of each',
    run: async (args, terminal) => {
      const { json } = parseArguments(args, { json: { type: 'boolean' } }, Arguments)
      const { datasets } = loadDefinitions(surroundings)
      const { stored, orphans } = await readStored(surroundings, async (db) => ({
        stored: await listScopes(db),
        orphans: await findOrphans(db, datasets),
      }))
      const listed = datasets.map((dataset) => listedOf(dataset, stored))
      if (json) terminal.out(JSON.stringify({ datasets: listed, orphans }, null, 2))
      else for (const line of textOf(listed, orphans)) terminal.out(line)
      return DONE
    },
  }
}

function listedOf({ id, title, endpoints }: DatasetPlan, stored: readonly StoredScope[]): Listed {
  const scopes = stored.filter(({ dataset }) => dataset === id)
  const end = (periods: readonly string[], place: number) => periods.toSorted().at(place) || null
  return {
    id,
    title,
    list: endpoints.list?.url ?? null,
    records: scopes.reduce((sum, { records }) => sum + records, 0),
    first: end(
      scopes.map(({ first }) => first),
      0,
    ),
    last: end(
      scopes.map(({ last }) => last),
      -1,
    ),
  }
}

function textOf(listed: readonly Listed[], orphans: readonly Orphans[]): string[] {
  const rows = listed.map(({ id, list, records, first, last }) => [
    id,
    records.toLocaleString('en'),
    first === null || last === null ? '-' : first === last ? first : `${first} to ${last}`,
    list ?? '-',
  ])
  return [
    ...alignColumns([['dataset', 'records', 'stored', 'list'], ...rows], [1]),
    ...orphans.flatMap(formatOrphans).map(formatLine),
  ]
}

/** Stored names may hold what would steer a terminal. */
export const formatLine = (line: string): string => line.split(' ').map(sanitize).join(' ')

/** Rows of texts as lines of columns, two blanks between; the columns of numbers end at one line. */
function alignColumns(rows: readonly (readonly string[])[], numbers: readonly number[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((text, column) =>
        numbers.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}
