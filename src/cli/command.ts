import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { z, type ZodType } from 'zod'

/** Writes the output of a command: results go to `out`, errors to `err`. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Asks the person at the terminal; missing where nobody can answer. */
  readonly ask?: (question: string) => Promise<string>
}

export const ExitCode = {
  Ok: 0,
  /** The command found errors, was refused or cancelled. */
  Errors: 1,
  /** Wrong arguments or settings; nothing was done. */
  Usage: 2,
} as const

export interface Command {
  /** The arguments, such as `[files] [--format text|json]`. */
  readonly usage: string
  readonly summary: string
  /** Returns the exit code, by default that of success. */
  readonly run: (
    args: readonly string[],
    terminal: Terminal,
    context: CommandContext,
  ) => Promise<number | void>
}

/** Contains what a command reads besides its arguments. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The root folder of the product, which default paths start from. */
  readonly root: string
  readonly clock: () => Date
  /** Reads a line without echo; null if the input is not a terminal. Throws CommandError on Ctrl+C or Ctrl+D. */
  readonly promptPassword?: (question: string) => Promise<string | null>
}

/** Says that arguments or settings are wrong or missing. Printed together with the usage; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Says why a command is refused or cancelled. The exit code is 1, and nothing was changed. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/**
 * Parses arguments: an option for each key of the schema, positional arguments as `files`. Throws UsageError if they do
 * not fit the schema.
 */
export function parseArguments<T>(args: readonly string[], schema: ZodType<T>): T {
  const { values, positionals } = split(args, listOptions(schema))
  const parsed = schema.safeParse({ ...values, files: positionals })
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => {
    const [name = ''] = path.map(String)
    return name === 'files' ? message : `--${name}: ${message}`
  })
  // Two rules of one option may say the same.
  throw new UsageError([...new Set(errors)].join('; '))
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Lists the options of a schema: a flag for a boolean, one that can be repeated for an array. */
function listOptions(schema: ZodType): Options {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const options = Object.entries(properties).map(([name, property]): [string, Options[string]] => {
    const type = typeof property === 'object' ? property.type : undefined
    return [name, { type: type === 'boolean' ? type : 'string', multiple: type === 'array' }]
  })
  return Object.fromEntries(options.filter(([name]) => name !== 'files'))
}

function split(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node explains some errors in several sentences.
    throw new UsageError(String(error instanceof Error ? error.message : error).split(/\.\s/)[0])
  }
}

export type Commands = ReadonlyMap<string, Command>

/** Runs a command by its name and arguments; returns the exit code. */
export type Program = (
  args: readonly string[],
  terminal: Terminal,
  context: CommandContext,
) => Promise<number>

/** Runs one command of a program such as `reports`, or lists the commands; returns the exit code (`ExitCode`). */
export async function runCommand(
  program: string,
  commands: Commands,
  [name, ...args]: readonly string[],
  terminal: Terminal,
  context: CommandContext,
): Promise<number> {
  const command = commands.get(name ?? '')
  const isHelp = name === undefined || name === '--help' || args.includes('--help')
  if (command === undefined || isHelp) {
    if (!isHelp) terminal.err(`unknown command '${name}'`)
    for (const line of formatUsage(program, commands)) terminal.out(line)
    return isHelp ? ExitCode.Ok : ExitCode.Usage
  }
  try {
    return (await command.run(args, terminal, context)) ?? ExitCode.Ok
  } catch (error) {
    if (error instanceof CommandError) {
      terminal.err(error.message)
      return ExitCode.Errors
    }
    if (!(error instanceof UsageError)) throw error
    terminal.err(error.message)
    terminal.err(`usage: ${formatProgram(program)} ${name} ${command.usage}`)
    return ExitCode.Usage
  }
}

export const formatUsage = (program: string, commands: Commands): string[] =>
  [...commands].flatMap(([name, { usage: parameters, summary }]) => [
    `${formatProgram(program)} ${name} ${parameters}`.trimEnd(),
    `    ${summary}`,
  ])

/** Formats how a program is started: by npm from its source, by its file where only the built product is. */
export function formatProgram(program: string): string {
  if (import.meta.filename.endsWith('.ts')) return `npm run ${program} --`
  const [, file = ''] = process.argv
  const path = relative('', file)
  return `node ${path.startsWith('..') ? file : path}`
}

/** Runs work with what is open, such as a database, and closes it. */
export async function closeAfter<R extends { readonly close: () => Promise<void> }, T>(
  open: R,
  work: (open: R) => Promise<T>,
): Promise<T> {
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

export const OneFileArgument = z.object({
  files: z.tuple([z.string().min(1)], { error: 'expected one file' }),
})

export const noArguments = z.array(z.string()).max(0, 'no argument is expected')

/** Runs a program if this process was started with its file, by its path, its name without `.js`, or a link to it. */
export async function runIfStarted(file: string, run: Program): Promise<void> {
  const [, started, ...args] = process.argv
  if (started === undefined || createRequire(file).resolve(started) !== file) return
  const root = join(dirname(file), '..', '..')
  await runProcess((terminal) =>
    run(args, terminal, { environment: process.env, root, clock: () => new Date() }),
  )
}

/**
 * Runs a command on the terminal of this process, and ends the process with its exit code once its output is written: a
 * connection that a server keeps open would keep the process as well.
 */
export async function runProcess(run: (terminal: Terminal) => Promise<number>): Promise<never> {
  process.stdout.on('error', endUnwritten)
  // Errors that cannot be written do not stop a command.
  process.stderr.on('error', () => undefined)
  const code = await run(terminal)
  await written
  await new Promise<void>((resolve) => process.stderr.write('', () => resolve()))
  process.exit(code)
}

/** Ends the process, whose results cannot be written: without an error if their reader has ended, such as `head`. */
function endUnwritten(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0)
  terminal.err(`the output could not be written: ${formatFileError(error)}`)
  process.exit(ExitCode.Errors)
}

/** Formats `ENOSPC: no space left on device, write` as `/backups/a.gz: no space left on device (ENOSPC)`. */
export function formatFileError(error: Error): string {
  const [, code, reason] = /^(E\w+): (.+?), /.exec(error.message) ?? []
  const path = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined
  const prefix = typeof path === 'string' ? `${path}: ` : ''
  return code === undefined ? error.message : `${prefix}${reason} (${code})`
}

/** The last write to stdout, which follows all others. */
let written = Promise.resolve()

function writeOut(text: string): void {
  written = new Promise((resolve) => {
    process.stdout.write(text, (error) => (error ? endUnwritten(error) : resolve()))
  })
}

let typed: AsyncIterator<string> | null = null

/** Asks on the terminal, and waits for a line; the end of the input is an empty one. */
async function ask(question: string): Promise<string> {
  writeOut(question)
  await written
  typed ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const { done, value } = await typed.next()
  return done === true ? '' : value
}

const terminal: Terminal = {
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask }),
  out: (line) => writeOut(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
}
