import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { formatDiagnostic } from '../../definition/diagnostic.ts'
import { checkTemplate } from '../../definition/rules/template-rules.ts'
import { getPlaceholders } from '../../report/template.ts'
import { type Command, ExitCode, parseArguments, type Terminal, UsageError } from '../command.ts'
import { type Draft, formatLabel, inferDefinition, scaffoldDefinition } from './scaffold.ts'
import {
  askDraft,
  compileDraft,
  findTaken,
  formatCommand,
  nextOrder,
  nextPermission,
  schemaFrom,
} from './draft.ts'
import { Folder } from './folder.ts'
import { printJson } from './print-json.ts'
import { createWithData } from './with-data/create.ts'
import { API_USAGE, apiArguments, apiOptions, connectToApi, parseValues } from './api-client.ts'

const Arguments = z.object({
  files: z.tuple(
    [z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'an id such as call-quality'), z.string().optional()],
    { error: 'one id, such as call-quality, and with --with-data one file' },
  ),
  'with-data': z.boolean().default(false),
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
    const asked = await askDraft(parsed, id, terminal)
    if (Array.isArray(asked)) {
      for (const error of asked) terminal.out(error)
      return ExitCode.Errors
    }
    const draft = parsed.learn ? await learn(parsed, asked) : asked
    const diagnostics = compileDraft(parsed.dir, draft)
    if (diagnostics.length > 0) {
      for (const diagnostic of diagnostics) terminal.out(formatDiagnostic(diagnostic))
      terminal.out(`nothing was written; to repeat: ${formatCommand(parsed, draft)}`)
      return ExitCode.Errors
    }
    mkdirSync(parsed.dir, { recursive: true })
    writeFileSync(path, printJson(scaffoldDefinition(draft)))
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
  const title = parsed.title ?? formatLabel(id)
  const errors = findTitleErrors(title)
  if (errors.length > 0) throw new UsageError(`--title: ${errors.join('; ')}`)
  const options = {
    id,
    file,
    reportsDir: parsed.dir,
    datasetsDir: parsed['datasets-dir'],
    draft: {
      schema: schemaFrom(parsed.dir),
      title,
      permission: parsed.permission ?? nextPermission(taken),
      order: nextOrder(taken),
    },
  }
  return createWithData(options, terminal)
}

/** What is wrong with the template of a title, before any question. */
function findTitleErrors(title: string): string[] {
  const errors: string[] = []
  checkTemplate(title, ['report'], { report: '', path: [] }, ({ message }) => errors.push(message))
  return errors
}

/** Sends the call of a report before it exists: the embedded API only serves calls of definitions, so it gets a temporary one. */
async function learn(parsed: Arguments, draft: Draft): Promise<Draft> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const first = scaffoldDefinition({
    ...draft,
    key: { kind: 'text', field: 'name' },
    columns: [{ field: 'value', label: 'Value' }],
  })
  writeFileSync(join(folder, `${draft.id}.json`), JSON.stringify(first))
  const api = await connectToApi(parsed, folder)
  try {
    const names = new Set(getPlaceholders(draft.url).map(({ name }) => name))
    const values = { year: '2025', month: '3', ...parseValues(parsed.select, names) }
    return { ...draft, ...(await inferDefinition(api, draft.url, new Map(Object.entries(values)))) }
  } catch (error) {
    if (error instanceof UsageError)
      throw new UsageError(`${error.message}\nto repeat: ${formatCommand(parsed, draft)}`)
    throw error
  } finally {
    await api.close()
    rmSync(folder, { recursive: true })
  }
}
