import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { compileReportFiles } from '../../definition/compile.ts'
import { formatDiagnostic } from '../../definition/diagnostic.ts'
import { readFolder } from '../../definition/read-definitions.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { DatasetsFolder, Folder } from './folder.ts'
import { printJson } from './print-json.ts'
import { type Draft, formatLabel, scaffoldDefinition } from './scaffold.ts'
import { createWithData } from './with-data/create.ts'

const SCHEMA = 'schemas/report-definition.schema.json'

const Arguments = z.object({
  files: z.tuple(
    [z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'an id such as call-quality'), z.string().optional()],
    { error: 'one id, such as call-quality, and with --with-data one file' },
  ),
  'with-data': z.boolean().default(false),
  dir: Folder,
  'datasets-dir': DatasetsFolder,
  title: z.string().min(1).optional(),
  permission: z.coerce.number().int().min(1).optional(),
})

/** Writes a new definition that passes the checks: with its dataset from a file, or alone as a draft to edit. */
export const create: Command = {
  usage:
    'ID [--with-data FILE.csv|FILE.xlsx] [--title TEXT] [--permission ID] [--dir FOLDER] [--datasets-dir FOLDER]',
  summary: 'writes a new definition to edit; --with-data infers it from a file, and its dataset',
  run: async (args, terminal) => {
    const parsed = parseArguments(args, Arguments)
    const { dir, 'with-data': withData } = parsed
    const [id, file] = parsed.files
    const path = join(dir, `${id}.json`)
    if (existsSync(path)) throw new UsageError(`${path} already exists`)
    if (withData && file === undefined) throw new UsageError('--with-data: expected a file')
    if (!withData && file !== undefined) throw new UsageError(`${file} is of use only with --with-data`)
    const { reports } = compileReportFiles(existsSync(dir) ? readFolder(dir) : [])
    const draft = {
      schema: relative(resolve(dir), resolve(SCHEMA)),
      title: parsed.title ?? formatLabel(id),
      permission: parsed.permission ?? Math.max(89, ...reports.map(({ menu }) => menu.permission)) + 1,
      order: Math.max(0, ...reports.map(({ menu }) => menu.order)) + 1,
    }
    return file === undefined
      ? writeDraft(dir, path, { id, ...draft, ...daily(id) }, terminal)
      : createWithData({ id, file, reportsDir: dir, datasetsDir: parsed['datasets-dir'], draft }, terminal)
  },
}

/** A report of one amount for each day of a month. */
const daily = (id: string): Omit<Draft, 'schema' | 'id' | 'title' | 'permission' | 'order'> => ({
  selectors: ['year', 'month'],
  url: `/v1/${id}/{year}/{month}`,
  download: null,
  recordsPath: 'records',
  listPath: null,
  key: { kind: 'date', field: 'reportDate', label: 'Date' },
  columns: [{ field: 'minutes', label: 'Minutes' }],
})

function writeDraft(dir: string, path: string, draft: Draft, terminal: Terminal): number {
  const text = printJson(scaffoldDefinition(draft))
  const others = existsSync(dir) ? readFolder(dir) : []
  const { diagnostics } = compileReportFiles([...others, { path, content: new TextEncoder().encode(text) }])
  if (diagnostics.length > 0) {
    for (const diagnostic of diagnostics) terminal.out(formatDiagnostic(diagnostic))
    terminal.out('nothing was written')
    return ExitCode.Errors
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(path, text)
  const where = dir === 'reports' ? '' : ` --dir ${dir}`
  terminal.out(`wrote ${path}`)
  terminal.out('next: edit its URL, key and columns')
  terminal.out(`then: npm run reports -- contract ${path}${where}`)
  return ExitCode.Ok
}
