import { extname } from 'node:path'
import { z } from 'zod'
import { type Command, type CommandContext, ExitCode, parseArguments, UsageError } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { loadDefinitions, readStored } from './open-database.ts'
import { dimensionOptions, readDimensions } from './arguments.ts'
import { isDay, isMonth, isYear } from '../../server/datasets/keys.ts'
import { formatCsv, writeXlsx } from './export/files.ts'
import { exportRows, type Extent, findExtent, ExportError } from './export/rows.ts'
import type { ImportTarget } from './import/import-target.ts'
import { buildTargets } from './import/build-targets.ts'
import { createProgress, requireNewFile, writeFileAtomically } from './output-file.ts'

const options = { from: { type: 'string' }, to: { type: 'string' } } as const

const createSchema = (names: readonly string[]) =>
  z.looseObject({
    files: z.tuple([z.enum(names, `expected a dataset: ${names.join(', ')}`), z.string()], {
      error: `expected a dataset (${names.join(', ')}) and one file`,
    }),
    from: z.string().optional(),
    to: z.string().optional(),
  })

/** Exports stored records into a file that can be imported again. */
export function exportCommand(context: CommandContext): Command {
  return {
    usage: '<dataset> <file.csv|file.xlsx> [--from 2025-01-01] [--to 2025-03-31] [--DIMENSION VALUE]',
    summary: 'exports stored records into a new file, which can be imported again',
    run: async (args, terminal) => {
      const targets = buildTargets(loadDefinitions(context))
      const schema = createSchema(targets.map(({ name }) => name))
      const parsed = parseArguments(args, { ...dimensionOptions(targets), ...options }, schema)
      const [name, path] = parsed.files
      const target = targets.find((one) => one.name === name)
      if (target === undefined) throw new UsageError(`unknown dataset ${name}`)
      const extension = extname(path).toLowerCase()
      if (extension !== '.csv' && extension !== '.xlsx') {
        throw new UsageError(`${path} is neither a .csv nor an .xlsx file`)
      }
      const values = readDimensions(targets, target, parsed)
      const filter = {
        from: parseBound(target, 'from', parsed.from),
        to: parseBound(target, 'to', parsed.to),
        values,
      }
      requireNewFile(path)
      const progress = createProgress(terminal, 'rows written')
      try {
        const rows = await readStored(context, async (db) => {
          const extent: Extent = await findExtent(db, target, filter)
          const written = { rows: 0 }
          const content = exportRows(db, target, extent, written, progress)
          await writeFileAtomically(
            path,
            extension === '.csv' ? formatCsv(content) : writeXlsx(content, target),
          )
          return written.rows
        })
        terminal.out(`${path}: ${pluralize(rows, 'record')} of ${name}`)
        return ExitCode.Ok
      } catch (error) {
        if (!(error instanceof ExportError)) throw error
        terminal.out(`${error.message}; no file was written`)
        return ExitCode.Findings
      }
    },
  }
}

/** Parses --from or --to: a day, month or year. */
function parseBound(
  { key, per, name }: ImportTarget,
  option: 'from' | 'to',
  text: string | undefined,
): string | null {
  if (text === undefined) return null
  if (key === 'text' && per === 'none')
    throw new UsageError(`--${option} is not allowed for ${name}: their rows have no period`)
  if (isYear(text)) return text
  const hasMonths = key !== 'text' || per === 'month'
  if (hasMonths && isMonth(text)) return text
  if (key === 'date' && isDay(text)) return text
  const examples = [...(key === 'date' ? ['2025-03-07'] : []), ...(hasMonths ? ['2025-03'] : []), '2025']
  throw new UsageError(`--${option}: expected ${examples.join(' or ')}`)
}
