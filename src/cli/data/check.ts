import { z } from 'zod'
import { formatOrphans, type Orphans, listOrphans } from '../../server/datasets/orphans.ts'
import { listScopes } from '../../server/datasets/scan.ts'
import { type Command, type CommandContext, ExitCode, parseArguments } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { type CheckResult, checkRecords } from './check-records.ts'
import { loadDefinitions, readStored } from './open-database.ts'
import { formatLine } from './list.ts'
import { createProgress } from './output-file.ts'

const Arguments = z.object({ files: z.array(z.string()).max(0, 'no file is expected') })

/** Printed errors per dataset. */
const MAX_MESSAGES = 50

/** Checks stored records against the definitions; data that is not in the definitions is a warning. */
export function checkCommand(context: CommandContext): Command {
  return {
    usage: '',
    summary: 'checks stored records against the definitions of the datasets',
    run: async (args, terminal) => {
      parseArguments(args, {}, Arguments)
      const { datasets } = loadDefinitions(context)
      const progress = createProgress(terminal, 'records read')
      let records = 0
      const { checked, orphans } = await readStored(context, async (db) => {
        const found = new Map<string, CheckResult>()
        records = 0
        for (const dataset of datasets) {
          const one = await checkRecords(db, dataset, MAX_MESSAGES, (count) => progress(records + count))
          records += one.records
          found.set(dataset.id, one)
        }
        const unknown = new Map([...found].map(([id, { measures }]) => [id, measures] as const))
        return { checked: found, orphans: listOrphans(datasets, await listScopes(db), unknown) }
      })
      const errors = [...checked.values()].reduce((sum, one) => sum + one.count, 0)
      for (const { messages, count } of checked.values()) {
        for (const line of messages) terminal.out(line)
        if (count > messages.length)
          terminal.out(`and ${(count - messages.length).toLocaleString('en')} more`)
      }
      const warnings = formatWarnings(orphans)
      for (const line of warnings) terminal.out(line)
      terminal.out(
        `${pluralize(datasets.length, 'dataset')}, ${records.toLocaleString('en')} records: ${pluralize(errors, 'error')}, ${pluralize(warnings.length, 'warning')}`,
      )
      return errors > 0 ? ExitCode.Findings : ExitCode.Ok
    },
  }
}

const formatWarnings = (orphans: readonly Orphans[]): string[] =>
  orphans.flatMap(formatOrphans).map((line) => `warning: ${formatLine(line)}`)
