import { z } from 'zod'
import { Moment } from '../../../schemas/api/audit-event.ts'
import { storedEvents } from '../../../schemas/api/history-words.ts'
import { formatAuditLine, HISTORY_HEADING } from '../../server/identity/administration/history-csv.ts'
import { readAuditEvents } from '../../server/platform/history/history-repository.ts'
import { type Command, noArguments, parseArguments, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'

const Arguments = z.object({
  files: noArguments,
  actor: z.string().min(1).optional(),
  event: z.enum(storedEvents, `expected one of ${storedEvents.join(', ')}`).optional(),
  subject: z.string().min(1).optional(),
  from: z.optional(Moment),
  to: z.optional(Moment),
})

/** Prints the history as .csv, newest first, with what administrators do not see of role 1. */
export const auditCommand: Command = {
  usage: '[--actor USER_ID] [--event EVENT] [--subject TEXT] [--from 2025-06-01] [--to 2025-06-30]',
  summary: 'prints the history as .csv, newest first (days and times in UTC): who did what when',
  run: async (args, terminal, context) => {
    const { files: _files, ...filter } = parseArguments(args, Arguments)
    const { from = '', to = from } = filter
    // A day lasts until its end.
    if (from.slice(0, to.length) > to) throw new UsageError('--to: the last day is before the first one')
    return withDatabase(context, async (database) => {
      terminal.out(HISTORY_HEADING)
      // Each page is printed as it is read: a history may not fit in memory.
      for await (const page of readAuditEvents(database, { ...filter, includesReserved: true })) {
        for (const event of page) terminal.out(formatAuditLine(event))
      }
    })
  },
}
