import * as z from 'zod/mini'
import type { DefinitionText } from '../../../schemas/api/definitions.ts'
import { formatWords } from '../../report/model/format.ts'
import { parseText } from '../api/parse-text.ts'
import { findFreeNumber } from './draft-place.ts'

/** Names without an id or a field follow from the records: nothing can ask them. */
const Named = z.object({ id: z.optional(z.string()), field: z.optional(z.string()) })
const Table = z.object({
  title: z.optional(z.string()),
  time: z.optional(z.object({ kind: z.string() })),
  dimensions: z._default(z.array(Named), []),
  measures: z.array(Named),
})

const Labelled = z.object({ menu: z.object({ label: z.string() }) })

/** Drafts a report over a table: all measures by day, by month or by the first dimension. Null for a text with an error or without names. */
export function draftOverTable(
  { name, text }: DefinitionText,
  files: readonly DefinitionText[],
): DefinitionText | null {
  const table = parseText(Table, text)
  if (table === null) return null
  const { title = formatWords(name), time, dimensions, measures } = table
  const reports = files.filter(({ kind }) => kind === 'reports')
  const id = findFree(
    `${name}-report`,
    '-',
    reports.map((file) => file.name),
  )
  const labels = reports.map((report) => parseText(Labelled, report.text)?.menu.label ?? '')
  const isDaily = time?.kind !== undefined && !['month', 'quarter', 'year'].includes(time.kind)
  const unit = isDaily ? 'day' : time?.kind === 'month' ? 'month' : listNames(dimensions)[0]
  const columns = listNames(measures)
  if (unit === undefined || columns.length === 0) return null
  const report = {
    $schema: '../schemas/report-definition.schema.json',
    id,
    menu: {
      label: findFree(title, ' ', labels),
      permission: findFreeNumber('permission', files),
      order: findFreeNumber('order', files),
    },
    selectors: time === undefined ? [] : [{ kind: 'year' }, ...(isDaily ? [{ kind: 'month' }] : [])],
    data: { dataset: name },
    rows: { by: [unit] },
    columns,
  }
  return { kind: 'reports', name: id, text: `${JSON.stringify(report, null, 2)}\n` }
}

/** Returns a name that is not taken: with a number after it if need be. */
function findFree(name: string, join: string, taken: readonly string[]): string {
  let free = name
  for (let number = 2; taken.includes(free); number++) free = `${name}${join}${number}`
  return free
}

const listNames = (named: readonly z.infer<typeof Named>[]): readonly string[] =>
  named.flatMap(({ id, field }) => id ?? field ?? [])
