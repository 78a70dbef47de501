import { createWriteStream } from 'node:fs'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { grains } from '../../time/grains.ts'
import type { CellValue } from 'hucre/xlsx'
import { type Command, type CommandContext, ExitCode, parseArguments, UsageError } from '../command.ts'
import { pluralize } from '../reports/folder.ts'
import { isSourced } from '../../definition/datasets/dataset-plan.ts'
import { loadDefinitions, readStored } from '../database.ts'
import { storeReadEvent } from '../history.ts'
import { readTarget, targetArguments } from './arguments.ts'
import { getFileKeyKind, isSpan, listBounds } from './import/key-kinds.ts'
import { type ExportCell, ExportError, exportRows, type Extent, findExtent } from './export-rows.ts'
import { formatCsvText } from '../../report/csv.ts'
import { buildTargets, type ImportTarget } from './import/import-target.ts'
import { createProgress, joinBlocks, requireNewFile, writeFileAtomically } from './output-file.ts'
import { buildKeyCell, formatCellText, formatSheetName } from '../../workbook/cells.ts'

const createArguments = (targets: readonly ImportTarget[]) =>
  z.object({
    ...targetArguments(targets),
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
      const parsed = parseArguments(args, createArguments(targets))
      const { target, values } = readTarget(targets, parsed)
      requireOwn(target)
      const [name, path] = parsed.files
      const extension = extname(path).toLowerCase()
      if (extension !== '.csv' && extension !== '.xlsx') {
        throw new UsageError(`${path} is neither a .csv nor an .xlsx file`)
      }
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
          const file = extension === '.csv' ? formatCsv(content) : await writeXlsx(content, target)
          await writeFileAtomically(path, (unfinished) =>
            pipeline(file, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })),
          )
          return written.rows
        })
        await storeReadEvent(
          context,
          {
            event: 'records exported',
            subjectKind: 'dataset',
            subject: target.dataset.title,
            details: { dataset: name, file: basename(path), from: filter.from, to: filter.to, records: rows },
          },
          terminal,
        )
        terminal.out(`${path}: ${pluralize(rows, 'record')} of ${name}`)
        return ExitCode.Ok
      } catch (error) {
        if (!(error instanceof ExportError)) throw error
        terminal.out(`${error.message}; no file was written`)
        return ExitCode.Errors
      }
    },
  }
}

/** Throws UsageError for a dataset whose rows are in another database. */
function requireOwn({ dataset }: ImportTarget): void {
  if (!isSourced(dataset)) return
  throw new UsageError(
    `the rows of ${dataset.id} are in another database; export them there, or download its report`,
  )
}

/** Parses --from or --to: a year, or a part of it that the keys have. */
function parseBound(
  { dataset }: ImportTarget,
  option: 'from' | 'to',
  text: string | undefined,
): string | null {
  if (text === undefined) return null
  const bounds = listBounds(getFileKeyKind(dataset))
  if (isSpan(bounds, text)) return text
  if (bounds.length === 0)
    throw new UsageError(`--${option} is not allowed for ${dataset.id}: their rows have no period`)
  throw new UsageError(`--${option}: expected ${bounds.map((name) => grains[name].example).join(' or ')}`)
}

/** Rows as .csv in UTF-8, with texts escaped that look like formulas. */
function formatCsv(rows: AsyncIterable<readonly ExportCell[]>): Readable {
  return Readable.from(joinBlocks(formatLines(rows)))
}

async function* formatLines(rows: AsyncIterable<readonly ExportCell[]>): AsyncGenerator<string> {
  for await (const cells of rows) yield `${cells.map(formatCell).join(',')}\n`
}

/** All digits of a number, without an exponent: `0.0000001` for `1e-7`. */
const digits = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 21 })

function formatCell(cell: ExportCell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? digits.format(cell) : formatCsvText(cell)
}

/** Days as `2025-03-07` in every locale. */
const ISO_DAY = String.raw`yyyy\-mm\-dd`

/** Rows as a workbook of one sheet, with numbers and dates as such and texts as strings. */
async function writeXlsx(
  rows: AsyncIterable<readonly ExportCell[]>,
  { dataset }: ImportTarget,
): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const isDated = dataset.key.kind === 'date'
  const stream = writeXlsxStream(formatCells(rows, isDated), {
    name: formatSheetName(dataset.title),
    columns: [isDated ? { width: 12, numFmt: ISO_DAY } : { width: 16 }],
    freezePane: { rows: 1, columns: 1 },
  })
  return Readable.from(stream)
}

async function* formatCells(
  rows: AsyncIterable<readonly ExportCell[]>,
  isDated: boolean,
): AsyncGenerator<CellValue[]> {
  let isHeader = true
  for await (const cells of rows) {
    const isDay = isDated && !isHeader
    yield cells.map((cell, index) => {
      if (typeof cell !== 'string') return cell
      return isDay && index === 0
        ? buildKeyCell({ key: cell, label: cell, hasRecord: true, isRest: false, values: [] }, true)
        : formatCellText(cell)
    })
    isHeader = false
  }
}
