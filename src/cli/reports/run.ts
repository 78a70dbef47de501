import { check } from './check.ts'
import { contract } from './contract.ts'
import { create } from './new.ts'
import { preview } from './preview.ts'
import { record } from './record.ts'
import { type Command, DONE, MISUSED, type Terminal, UsageError } from './command.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['check', check],
  ['contract', contract],
  ['preview', preview],
  ['new', create],
  ['record', record],
])

/** Runs one command of the report author. Its answer is the exit code: 0 done, 1 something found, 2 misused. */
export async function runReports([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  const command = commands.get(name ?? '')
  const asksForHelp = name === '--help' || args.includes('--help')
  if (command === undefined || asksForHelp) {
    if (name !== undefined && !asksForHelp) terminal.err(`there is no command '${name}'`)
    for (const line of usage()) terminal.out(line)
    return asksForHelp ? DONE : MISUSED
  }
  try {
    return await command.run(args, terminal)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.err(error.message)
    terminal.err(`usage: npm run reports -- ${name} ${command.usage}`)
    return MISUSED
  }
}

/** How each command is called, a line each. */
export function usage(): string[] {
  return [...commands].flatMap(([name, { usage: shape, summary }]) => [
    `npm run reports -- ${name} ${shape}`,
    `    ${summary}`,
  ])
}
