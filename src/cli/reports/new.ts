import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { compileReportFiles } from '../../definition/compile.ts'
import { formatDiagnostic } from '../../definition/diagnostic.ts'
import { readFolder } from '../../definition/read-definitions.ts'
import { getPlaceholders } from '../../report/template.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { type Draft, formatLabel, inferDefinition, scaffoldDefinition } from './scaffold.ts'
import { DatasetsFolder, Folder } from './folder.ts'
import { printJson } from './print-json.ts'
import { createWithData } from './with-data/create.ts'
import { API_USAGE, apiArguments, apiOptions, connectToApi, parseSelection } from './api-client.ts'

const SCHEMA = 'schemas/report-definition.schema.json'

const Arguments = z.object({
  files: z.tuple(
    [z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'an id such as call-quality'), z.string().optional()],
    { error: 'one id, such as call-quality, and with --with-data one file' },
  ),
  'with-data': z.boolean().default(false),
  'datasets-dir': DatasetsFolder,
  dir: Folder,
  title: z.string().min(1).optional(),
  permission: z.coerce.number().int().min(1).optional(),
  call: z.string().startsWith('/', 'a path such as /v1/call-quality/{year}/{month}').optional(),
  download: z.string().startsWith('/', 'a path').optional(),
  key: z.string().min(1).optional(),
  columns: z.string().min(1).optional(),
  learn: z.boolean().default(false),
  ...apiArguments,
})
type Arguments = z.infer<typeof Arguments>

const options = {
  dir: { type: 'string' },
  'with-data': { type: 'boolean' },
  'datasets-dir': { type: 'string' },
  title: { type: 'string' },
  permission: { type: 'string' },
  call: { type: 'string' },
  download: { type: 'string' },
  key: { type: 'string' },
  columns: { type: 'string' },
  learn: { type: 'boolean' },
  ...apiOptions,
} as const

/** Writes a new definition that passes the checks, from options, answers, or a response of the API. */
export const create: Command = {
  usage: `ID [--with-data [FILE.csv|FILE.xlsx]] [--title TEXT] [--permission ID] [--call PATH] [--download PATH] [--key FIELD] [--columns a,b=Label] [--learn] ${API_USAGE}`,
  summary:
    'writes a new definition; --with-data also its dataset, from a file or by questions; --learn infers key and columns from a response of the API',
  run: async (args, terminal) => {
    const parsed = parseArguments(args, options, Arguments)
    const [id, file] = parsed.files
    const path = join(parsed.dir, `${id}.json`)
    if (existsSync(path)) throw new UsageError(`${path} already exists`)
    if (parsed['with-data']) return withData(parsed, id, file, terminal)
    if (file !== undefined) throw new UsageError(`${file} is of use only with --with-data`)
    const text = printJson(scaffoldDefinition(await draft(parsed, id, terminal)))
    const others = existsSync(parsed.dir) ? readFolder(parsed.dir) : []
    const { diagnostics } = compileReportFiles([...others, { path, content: new TextEncoder().encode(text) }])
    if (diagnostics.length > 0) {
      for (const diagnostic of diagnostics) terminal.out(formatDiagnostic(diagnostic))
      return ExitCode.Errors
    }
    mkdirSync(parsed.dir, { recursive: true })
    writeFileSync(path, text)
    const where = parsed.dir === 'reports' ? '' : ` --dir ${parsed.dir}`
    terminal.out(`wrote ${path}`)
    terminal.out(`next: npm run reports -- contract ${path}${where}`)
    terminal.out(`then: npm run reports -- record ${id}${where}`)
    return ExitCode.Ok
  },
}

async function withData(
  parsed: Arguments,
  id: string,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  for (const name of ['call', 'download', 'key', 'columns'] as const) {
    if (parsed[name] !== undefined)
      throw new UsageError(`--${name}: not allowed with --with-data, which infers it`)
  }
  if (parsed.learn) throw new UsageError('--learn: --with-data reads a file, not an API')
  const taken = findTaken(parsed.dir)
  const options = {
    id,
    file,
    reportsDir: parsed.dir,
    datasetsDir: parsed['datasets-dir'],
    draft: {
      schema: schemaFrom(parsed.dir),
      title: parsed.title ?? formatLabel(id),
      permission: parsed.permission ?? nextPermission(taken),
      order: nextOrder(taken),
    },
  }
  return createWithData(options, terminal)
}

const schemaFrom = (dir: string) => relative(resolve(dir), resolve(SCHEMA))
const nextPermission = ({ permissions }: Taken) => Math.max(89, ...permissions) + 1
const nextOrder = ({ orders }: Taken) => Math.max(0, ...orders) + 1

async function draft(parsed: Arguments, id: string, terminal: Terminal): Promise<Draft> {
  const { dir } = parsed
  const answer = async (value: string | undefined, question: string, usual: string) => {
    const said = value ?? (await terminal.ask(`${question} [${usual}]`))?.trim()
    return said === undefined || said === '' ? usual : said
  }
  const taken = findTaken(dir)
  const title = await answer(parsed.title, 'Title and menu label?', formatLabel(id))
  const permission = await answer(
    parsed.permission?.toString(),
    'Permission id?',
    String(nextPermission(taken)),
  )
  const call = await answer(parsed.call, 'Call for the records?', `/v1/${id}/{year}/{month}`)
  const named = getPlaceholders(call).map(({ name }) => name)
  const base: Omit<Draft, 'recordsPath' | 'listPath' | 'key' | 'columns'> = {
    schema: schemaFrom(dir),
    id,
    title,
    permission: Number(permission),
    order: nextOrder(taken),
    selectors: named.includes('month') ? ['year', 'month'] : ['year'],
    url: call,
    download: parsed.download ?? null,
  }
  if (parsed.learn) return { ...base, ...(await learn(parsed, base)) }
  const key = await answer(parsed.key, 'Field that identifies a row?', 'reportDate')
  const columns = await answer(parsed.columns, 'Columns, as field or field=Label?', 'minutes')
  return {
    ...base,
    recordsPath: 'records',
    listPath: null,
    key: { kind: /month/i.test(key) ? 'month' : /date|day/i.test(key) ? 'date' : 'text', field: key },
    columns: columns.split(',').map((column) => {
      const [field = '', label] = column.trim().split('=')
      return { field, label: label ?? formatLabel(field) }
    }),
  }
}

interface Taken {
  readonly permissions: readonly number[]
  readonly orders: readonly number[]
}

function findTaken(dir: string): Taken {
  const { reports } = compileReportFiles(existsSync(dir) ? readFolder(dir) : [])
  return {
    permissions: reports.map(({ menu }) => menu.permission),
    orders: reports.map(({ menu }) => menu.order),
  }
}

/** Sends the call of a report before it exists: the embedded API only serves calls of definitions, so it gets a temporary one. */
async function learn(
  parsed: Arguments,
  base: Omit<Draft, 'recordsPath' | 'listPath' | 'key' | 'columns'>,
): Promise<Pick<Draft, 'recordsPath' | 'listPath' | 'key' | 'columns'>> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const first = scaffoldDefinition({
    ...base,
    recordsPath: 'records',
    listPath: null,
    key: { kind: 'text', field: 'name' },
    columns: [{ field: 'value', label: 'Value' }],
  })
  writeFileSync(join(folder, `${base.id}.json`), JSON.stringify(first))
  const api = await connectToApi(parsed, folder)
  try {
    const values = { year: '2025', month: '3', ...parseSelection(parsed.select) }
    return await inferDefinition(api, base.url, new Map(Object.entries(values)))
  } finally {
    await api.close()
    rmSync(folder, { recursive: true })
  }
}
