import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { compileReportFiles } from '../../definition/compile.ts'
import { formatDiagnostic } from '../../definition/located-diagnostic.ts'
import { readFolder } from '../../definition/read-definitions.ts'
import { getPlaceholders } from '../../report/template.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { type Draft, scaffoldDefinition, formatLabel } from './scaffold.ts'
import { DatasetsFolder, Folder } from './folder.ts'
import { inferDefinition } from './infer.ts'
import { printJson } from './print-json.ts'
import { createWithData } from './with-data/create.ts'
import { API_USAGE, apiArguments, apiOptions, connectToApi, parseSelection } from './api-source.ts'

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

/** Writes a first definition that passes the checks, from flags, answers, or what the API says. */
export const create: Command = {
  usage: `ID [--with-data [FILE.csv|FILE.xlsx]] [--title TEXT] [--permission ID] [--call PATH] [--download PATH] [--key FIELD] [--columns a,b=Label] [--learn] ${API_USAGE}`,
  summary:
    'writes a definition to begin with; --with-data also its dataset, from a file or by questions; --learn reads key and columns off an answer of the API',
  run: async (args, terminal) => {
    const given = parseArguments(args, options, Arguments)
    const [id, file] = given.files
    const path = join(given.dir, `${id}.json`)
    if (existsSync(path)) throw new UsageError(`${path} is already there`)
    if (given['with-data']) return withData(given, id, file, terminal)
    if (file !== undefined) throw new UsageError(`${file} is of use only with --with-data`)
    const text = printJson(scaffoldDefinition(await draft(given, id, terminal)))
    const others = existsSync(given.dir) ? readFolder(given.dir) : []
    const { findings } = compileReportFiles([...others, { path, content: new TextEncoder().encode(text) }])
    if (findings.length > 0) {
      for (const finding of findings) terminal.out(formatDiagnostic(finding))
      return ExitCode.Findings
    }
    mkdirSync(given.dir, { recursive: true })
    writeFileSync(path, text)
    const where = given.dir === 'reports' ? '' : ` --dir ${given.dir}`
    terminal.out(`wrote ${path}`)
    terminal.out(`next: npm run reports -- contract ${path}${where}`)
    terminal.out(`then: npm run reports -- record ${id}${where}`)
    return ExitCode.Ok
  },
}

async function withData(
  given: Arguments,
  id: string,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  for (const name of ['call', 'download', 'key', 'columns'] as const) {
    if (given[name] !== undefined) throw new UsageError(`--${name}: --with-data tells it by itself`)
  }
  if (given.learn) throw new UsageError('--learn: --with-data reads a file, not an API')
  const taken = takenIn(given.dir)
  const options = {
    id,
    file,
    reportsDir: given.dir,
    datasetsDir: given['datasets-dir'],
    draft: {
      schema: schemaFrom(given.dir),
      title: given.title ?? formatLabel(id),
      permission: given.permission ?? nextPermission(taken),
      order: nextOrder(taken),
    },
  }
  return createWithData(options, terminal)
}

const schemaFrom = (dir: string) => relative(resolve(dir), resolve(SCHEMA))
const nextPermission = ({ permissions }: Taken) => Math.max(89, ...permissions) + 1
const nextOrder = ({ orders }: Taken) => Math.max(0, ...orders) + 1

async function draft(given: Arguments, id: string, terminal: Terminal): Promise<Draft> {
  const { dir } = given
  const answer = async (value: string | undefined, question: string, usual: string) => {
    const said = value ?? (await terminal.ask(`${question} [${usual}]`))?.trim()
    return said === undefined || said === '' ? usual : said
  }
  const taken = takenIn(dir)
  const title = await answer(given.title, 'Title and menu label?', formatLabel(id))
  const permission = await answer(
    given.permission?.toString(),
    'Permission id?',
    String(nextPermission(taken)),
  )
  const call = await answer(given.call, 'Call for the records?', `/v1/${id}/{year}/{month}`)
  const named = getPlaceholders(call).map(({ name }) => name)
  const base: Omit<Draft, 'recordsPath' | 'listPath' | 'key' | 'columns'> = {
    schema: schemaFrom(dir),
    id,
    title,
    permission: Number(permission),
    order: nextOrder(taken),
    selectors: named.includes('month') ? ['year', 'month'] : ['year'],
    url: call,
    download: given.download ?? null,
  }
  if (given.learn) return { ...base, ...(await learn(given, base)) }
  const key = await answer(given.key, 'Field that tells rows apart?', 'reportDate')
  const columns = await answer(given.columns, 'Columns, as field or field=Label?', 'minutes')
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

function takenIn(dir: string): Taken {
  const { reports } = compileReportFiles(existsSync(dir) ? readFolder(dir) : [])
  return {
    permissions: reports.map(({ menu }) => menu.permission),
    orders: reports.map(({ menu }) => menu.order),
  }
}

/** Asks the call of a report that is not yet there: the embedded API opens calls by definitions, so it gets one. */
async function learn(
  given: Arguments,
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
  const api = await connectToApi(given, folder)
  try {
    const values = { year: '2025', month: '3', ...parseSelection(given.select) }
    return await inferDefinition(api, base.url, new Map(Object.entries(values)))
  } finally {
    await api.close()
    rmSync(folder, { recursive: true })
  }
}
