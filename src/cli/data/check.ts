import { z } from 'zod'
import { formatOrphans, type Orphans, listOrphans } from '../../server/datasets/orphans.ts'
import { listScopes } from '../../server/datasets/scan.ts'
import { type Command, type CommandContext, DONE, FOUND, parseArguments } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { type CheckResult, checkRecords } from './check-records.ts'
import { loadDefinitions, readStored } from './open-database.ts'
import { formatLine } from './list.ts'
import { createProgress } from './output-file.ts'

const Arguments = z.object({ files: z.array(z.string()).max(0, 'no file is needed') })

/** So many faults of one dataset are told in words. */
const TOLD = 50

/** Compares what is stored with the definitions: what is no longer in them is a warning, what breaks them a fault. */
export function checkCommand(surroundings: CommandContext): Command {
  return {
    usage: '',
    summary: 'compares what is stored with the definitions of the datasets',
    run: async (args, terminal) => {
      parseArguments(args, {}, Arguments)
      const { datasets } = loadDefinitions(surroundings)
      const progress = createProgress(terminal, 'records read')
      let records = 0
      const { checked, orphans } = await readStored(surroundings, async (db) => {
        const found = new Map<string, CheckResult>()
        records = 0
        for (const dataset of datasets) {
          const one = await checkRecords(db, dataset, TOLD, (count) => progress(records + count))
          records += one.records
          found.set(dataset.id, one)
        }
        const unknown = new Map([...found].map(([id, { measures }]) => [id, measures] as const))
        return { checked: found, orphans: listOrphans(datasets, await listScopes(db), unknown) }
      })
      const faults = [...checked.values()].reduce((sum, one) => sum + one.count, 0)
      for (const { told, count } of checked.values()) {
        for (const line of told) terminal.out(line)
        if (count > told.length) terminal.out(`and ${(count - told.length).toLocaleString('en')} more`)
      }
      const warnings = warningsOf(orphans)
      for (const line of warnings) terminal.out(line)
      terminal.out(
        `${pluralize(datasets.length, 'dataset')}, ${records.toLocaleString('en')} records: ${pluralize(faults, 'fault')}, ${pluralize(warnings.length, 'warning')}`,
      )
      return faults > 0 ? FOUND : DONE
    },
  }
}

const warningsOf = (orphans: readonly Orphans[]): string[] =>
  orphans.flatMap(formatOrphans).map((line) => `warning: ${formatLine(line)}`)
