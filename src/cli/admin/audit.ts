import { z } from 'zod'
import { type AuditEvent, Moment, storedEvents } from '../../../schemas/api/audit-event.ts'
import { describeEvent } from '../../../schemas/api/history-words.ts'
import { formatCsvLine } from '../../report/csv.ts'
import { readAuditEvents } from '../../server/audit/repository.ts'
import {
  type Command,
  type CommandContext,
  ExitCode,
  noArguments,
  parseArguments,
  UsageError,
} from '../command.ts'
import { withDatabase } from '../database.ts'
import { sanitize } from '../data/import/errors.ts'
import { formatMinute } from '../table.ts'

const Arguments = z.object({
  files: noArguments,
  csv: z.boolean().default(false),
  actor: z.string().min(1).optional(),
  event: z.enum(storedEvents, `expected one of ${storedEvents.join(', ')}`).optional(),
  subject: z.string().min(1).optional(),
  from: z.optional(Moment),
  to: z.optional(Moment),
})

/** Prints the history, newest first, with what administrators do not see of role 1. */
export const auditCommand = (context: CommandContext): Command => ({
  usage: '[--actor USER_ID] [--event EVENT] [--subject TEXT] [--from 2025-06-01] [--to 2025-06-30] [--csv]',
  summary: 'prints the history, newest first (days and times in UTC): who did what when',
  run: async (args, terminal) => {
    const { csv, files: _files, ...filter } = parseArguments(args, Arguments)
    const { from = '', to = from } = filter
    // A day lasts until its end.
    if (from.slice(0, to.length) > to) throw new UsageError('--to: the last day is before the first one')
    return withDatabase(context, async (database) => {
      if (csv) terminal.out(HEADING)
      // Each page is printed as it is read: a history does not fit on a screen, and may not fit in memory.
      for await (const page of readAuditEvents(database, { ...filter, includesReserved: true })) {
        for (const event of page) {
          terminal.out(csv ? formatAuditLine(event) : formatEvent(event))
        }
      }
      return ExitCode.Ok
    })
  },
})

const HEADING = 'Time (UTC),Person,What happened,Event,Kind,Subject,Details,Address,Request'

function formatAuditLine(event: AuditEvent): string {
  const { at, actor, subjectKind, subject, details, address, requestId } = event
  const before = [at, actor, describeEvent(event), event.event, subjectKind, subject]
  return formatCsvLine([...before, JSON.stringify(details), address, requestId]).trimEnd()
}

/** Formats an event as one line: time, person, event, subject, what changed and the request. */
function formatEvent({ at, actor, event, subject, details, requestId }: AuditEvent): string {
  const columns = [formatMinute(at), sanitize(actor ?? '-').padEnd(20), event.padEnd(19), sanitize(subject)]
  return [...columns, ...formatDetails(details), ...formatField('request', requestId)].join('  ').trimEnd()
}

type Fields = Readonly<Record<string, unknown>>
const Fields = z.record(z.string(), z.unknown())

function formatDetails({ before, after, granted, revoked, id: _id, ...others }: Fields): string[] {
  if (granted !== undefined || revoked !== undefined) {
    return [...formatField('granted', granted), ...formatField('revoked', revoked)]
  }
  const [from, to] = [before, after].map((fields) => Fields.safeParse(fields).data ?? {})
  const isChange = before !== undefined && after !== undefined
  const changed = isChange
    ? Object.keys({ ...from, ...to }).map(
        (name) => `${sanitize(name)}: ${formatValue(from?.[name])} -> ${formatValue(to?.[name])}`,
      )
    : []
  return [...Object.entries(others).flatMap(([name, value]) => formatField(name, value)), ...changed]
}

function formatField(name: string, value: unknown): string[] {
  const text = formatValue(value)
  return text === '' ? [] : [`${sanitize(name)}: ${text}`]
}

const Named = z.array(z.object({ id: z.int(), name: z.string().nullable() }))

function formatValue(value: unknown): string {
  const named = Named.safeParse(value)
  if (named.success) return named.data.map(({ id, name }) => sanitize(name ?? String(id))).join(', ')
  if (value === null || value === undefined) return ''
  return sanitize(typeof value === 'string' ? value : JSON.stringify(value))
}
