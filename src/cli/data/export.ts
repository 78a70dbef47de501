import { extname } from 'node:path'
import { z } from 'zod'
import { type Command, type CommandContext, DONE, FOUND, parseArguments, UsageError } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { loadDefinitions, readStored } from './open-database.ts'
import { dimensionOptions, readDimensions } from './arguments.ts'
import { isDay, isMonth, isYear } from '../../server/datasets/keys/period-text.ts'
import { formatCsv, writeXlsx } from './export/files.ts'
import { exportRows, type Extent, findExtent, ExportError } from './export/rows.ts'
import type { RecordType } from './import/import-target.ts'
import { buildRecordTypes } from './import/build-targets.ts'
import { createProgress, requireFree, writeFileAtomically } from './output-file.ts'

const options = { from: { type: 'string' }, to: { type: 'string' } } as const

const schemaOf = (names: readonly string[]) =>
  z.looseObject({
    files: z.tuple([z.enum(names, `a dataset is needed: ${names.join(', ')}`), z.string()], {
      error: `a dataset (${names.join(', ')}) and one file are needed`,
    }),
    from: z.string().optional(),
    to: z.string().optional(),
  })

/** Writes stored records into a file that an import takes. */
export function exportCommand(surroundings: CommandContext): Command {
  return {
    usage: '<dataset> <file.csv|file.xlsx> [--from 2025-01-01] [--to 2025-03-31] [--DIMENSION VALUE]',
    summary: 'writes stored records into a new file, which an import takes back',
    run: async (args, terminal) => {
      const kinds = buildRecordTypes(loadDefinitions(surroundings))
      const schema = schemaOf(kinds.map(({ name }) => name))
      const parsed = parseArguments(args, { ...dimensionOptions(kinds), ...options }, schema)
      const [name, path] = parsed.files
      const kind = kinds.find((one) => one.name === name)
      if (kind === undefined) throw new UsageError(`there is no dataset ${name}`)
      const extension = extname(path).toLowerCase()
      if (extension !== '.csv' && extension !== '.xlsx') {
        throw new UsageError(`${path} is neither a .csv nor an .xlsx file`)
      }
      const values = readDimensions(kinds, kind, parsed)
      const asked = { from: periodOf(kind, 'from', parsed.from), to: periodOf(kind, 'to', parsed.to), values }
      requireFree(path)
      const progress = createProgress(terminal, 'rows written')
      try {
        const rows = await readStored(surroundings, async (db) => {
          const extent: Extent = await findExtent(db, kind, asked)
          const written = { rows: 0 }
          const content = exportRows(db, kind, extent, written, progress)
          await writeFileAtomically(
            path,
            extension === '.csv' ? formatCsv(content) : writeXlsx(content, kind),
          )
          return written.rows
        })
        terminal.out(`${path}: ${pluralize(rows, 'record')} of ${name}`)
        return DONE
      } catch (error) {
        if (!(error instanceof ExportError)) throw error
        terminal.out(`${error.message}; no file was written`)
        return FOUND
      }
    },
  }
}

/** The first or last day, month or year; null for none. */
function periodOf(
  { key, per, name }: RecordType,
  option: 'from' | 'to',
  text: string | undefined,
): string | null {
  if (text === undefined) return null
  if (key === 'text' && per === 'none')
    throw new UsageError(`--${option}: ${name} have names without a period`)
  if (isYear(text)) return text
  const hasMonths = key !== 'text' || per === 'month'
  if (hasMonths && isMonth(text)) return text
  if (key === 'date' && isDay(text)) return text
  const known = [...(key === 'date' ? ['2025-03-07'] : []), ...(hasMonths ? ['2025-03'] : []), '2025']
  throw new UsageError(`--${option}: ${known.join(' or ')}`)
}
