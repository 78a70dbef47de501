import { parseArgs, type ParseArgsConfig } from 'node:util'
import { z, type ZodType } from 'zod'
import { createInterface } from 'node:readline/promises'

/** Where a command writes, and how it asks. */
export interface Terminal {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Asks for a line; null where nobody can answer. */
  readonly ask: (question: string) => Promise<string | null>
}

/** How a command ended: all well, something found, or not even begun. */
export const DONE = 0
export const FOUND = 1
export const MISUSED = 2

export interface Command {
  /** What follows the command's name, such as `[files] [--format text|json]`. */
  readonly usage: string
  readonly summary: string
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>
}

/** A command was given what it cannot take, or lacks what it needs: told with the usage, ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whoever was asked went away (Ctrl+C) rather than answer: ends with 1, and nothing was done. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'

  constructor() {
    super('cancelled')
  }
}

/** Arguments by name, `files` being those without one. Throws UsageError for what the schema does not know. */
export function parseArguments<T>(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
  schema: ZodType<T>,
): T {
  const { values, positionals } = split(args, options)
  const parsed = schema.safeParse({ ...values, files: positionals })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => {
    const [name = ''] = path.map(String)
    return name === 'files' ? message : `--${name}: ${message}`
  })
  throw new UsageError(faults.join('; '))
}

function split(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** The commands of one program, by name. */
export type Commands = ReadonlyMap<string, Command>

/**
 * Runs one command of a program such as `reports`; without a name it tells what there is. Its answer is the exit
 * code: 0 done, 1 something found, 2 misused.
 */
export async function runCommand(
  program: string,
  commands: Commands,
  [name, ...args]: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command = commands.get(name ?? '')
  const asksForHelp = name === undefined || name === '--help' || args.includes('--help')
  if (command === undefined || asksForHelp) {
    if (!asksForHelp) terminal.err(`there is no command '${name}'`)
    for (const line of usage(program, commands)) terminal.out(line)
    return asksForHelp ? DONE : MISUSED
  }
  try {
    return await command.run(args, terminal)
  } catch (error) {
    if (error instanceof Cancelled) {
      terminal.err(error.message)
      return FOUND
    }
    if (!(error instanceof UsageError)) throw error
    terminal.err(error.message)
    terminal.err(`usage: npm run ${program} -- ${name} ${command.usage}`)
    return MISUSED
  }
}

/** How each command is called, and what it does. */
export function usage(program: string, commands: Commands): string[] {
  return [...commands].flatMap(([name, { usage: shape, summary }]) => [
    `npm run ${program} -- ${name} ${shape}`.trimEnd(),
    `    ${summary}`,
  ])
}

/** What a command of this program reads besides its arguments. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
}

/** The arguments of a command that takes one file and nothing else. */
export const OneFileArgument = z.object({
  files: z.tuple([z.string().min(1)], { error: 'one file is needed' }),
})

/** The terminal of this process: results on its output, questions and complaints beside it. */
export const processTerminal: Terminal = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  ask: async (question) => {
    if (!process.stdin.isTTY) return null
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const answer = await lines.question(`${question} `)
    lines.close()
    return answer
  },
}
