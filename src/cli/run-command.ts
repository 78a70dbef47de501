import { Cancelled, type Command, DONE, FOUND, MISUSED, type Terminal, UsageError } from './command.ts'

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
