import { createWriteStream } from 'node:fs'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { formatToday } from '../../time/calendar.ts'
import { grains } from '../../time/grains.ts'
import { type Command, parseArguments, UsageError } from '../command.ts'
import { apiArguments, parseSelection } from '../reports/api-client.ts'
import { pluralize } from '../reports/folder.ts'
import { isSourced } from '../../dataset/dataset-plan.ts'
import { loadUsableDefinitions, readStored } from '../database.ts'
import { storeReadEvent } from '../history.ts'
import { readTarget, targetArguments } from './arguments.ts'
import { getFileKeyKind, isSpan, listBounds } from '../../server/data/imports/key-kinds.ts'
import { readTable } from './export-table.ts'
import { exportRows, findExtent } from './export-rows.ts'
import { type CsvCell, formatCsvLine } from '../../report/model/csv.ts'
import { buildTargets, type ImportTarget } from '../../server/data/imports/import-target.ts'
import { requireNewFile, writeFileAtomically } from './output-file.ts'

const createArguments = (targets: readonly ImportTarget[]) =>
  z.object({
    ...targetArguments(targets),
    from: z.string().optional(),
    to: z.string().optional(),
    select: apiArguments.select,
  })

export const exportCommand: Command = {
  usage:
    '<dataset> <file.csv> [--from 2025-01-01] [--to 2025-03-31] [--DIMENSION VALUE] | report-ID <file.csv> [--select year=2025,month=3]',
  summary:
    'exports stored records into a new .csv file, which can be imported again, or the table of a report',
  run: async (args, terminal, context) => {
    const definitions = loadUsableDefinitions(context, terminal)
    const targets = buildTargets(definitions)
    const parsed = parseArguments(args, createArguments(targets))
    const { target, values } = readTarget(targets, parsed)
    requireOwn(target)
    const [name, path] = parsed.files
    if (extname(path).toLowerCase() !== '.csv') throw new UsageError(`${path} is not a .csv file`)
    const { from, to, select } = parsed
    const [plan] = target.dataset.from === null ? [] : target.screens
    if (plan === undefined && select !== undefined) {
      throw new UsageError(`${name} is a dataset, and --select is for reports, which are named report-ID`)
    }
    const selection = parseSelection(select, plan === undefined ? [] : [plan])
    const isLimited = [from, to, ...Object.values(values)].some((option) => option !== undefined)
    if (plan !== undefined && isLimited) throw new UsageError('a report has --select, and no other option')
    const bounds = { from: parseBound(target, 'from', from), to: parseBound(target, 'to', to) }
    const filter = { ...bounds, values }
    requireNewFile(path)
    const write = (lines: Lines) =>
      writeFileAtomically(path, (unfinished) =>
        pipeline(formatLines(lines), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })),
      )
    if (plan !== undefined) {
      const today = formatToday(context.clock(), 'utc')
      const { lines, labels, remarks } = await readStored(context, (db) =>
        readTable(db, plan, selection, definitions, today),
      )
      await write([lines])
      for (const remark of remarks) terminal.err(remark)
      const { period, tableTitle } = labels
      const details = { report: plan.reportId, period, file: basename(path) }
      await storeReadEvent(context, terminal, 'report exported', ['report', tableTitle], details)
      terminal.out(`${path}: ${pluralize(lines.length - 1, 'row')} of ${name}${period && `, ${period}`}`)
      return
    }
    const records = await readStored(context, async (db) => {
      const extent = await findExtent(db, target, filter)
      await write(exportRows(db, target, extent))
      return extent.records
    })
    const details = { dataset: name, file: basename(path), ...bounds, records }
    const subject = ['dataset', target.dataset.title] as const
    await storeReadEvent(context, terminal, 'records exported', subject, details)
    terminal.out(`${path}: ${pluralize(records, 'record')} of ${name}`)
  },
}

function requireOwn({ dataset }: ImportTarget): void {
  if (!isSourced(dataset)) return
  throw new UsageError(
    `the rows of ${dataset.id} are in another database; export them there, or download its report`,
  )
}

/** Parses --from or --to: a year, or a part of it that the keys have. */
function parseBound({ dataset }: ImportTarget, option: 'from' | 'to', text: string | undefined) {
  if (text === undefined) return null
  const bounds = listBounds(getFileKeyKind(dataset))
  if (isSpan(bounds, text)) return text
  if (bounds.length === 0)
    throw new UsageError(`--${option} is not allowed for ${dataset.id}: their rows have no period`)
  throw new UsageError(`--${option}: expected ${bounds.map((name) => grains[name].example).join(' or ')}`)
}

type Page = readonly (readonly CsvCell[])[]
type Lines = Iterable<Page> | AsyncIterable<Page>

async function* formatLines(pages: Lines): AsyncGenerator<string> {
  // Without a byte order mark Excel takes the file for one of another encoding.
  yield '\uFEFF'
  for await (const rows of pages) yield rows.map(formatCsvLine).join('')
}
