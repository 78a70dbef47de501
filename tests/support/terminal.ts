import { runReports } from '../../src/cli/reports.ts'
import type { Terminal } from '../../src/cli/command.ts'

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process; `answers` are what a person would type, and without them nobody can be asked. */
export async function capture(
  run: (terminal: Terminal) => Promise<number>,
  answers?: readonly string[],
): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const typed = [...(answers ?? [])]
  const ask = (question: string) => {
    out.push(question)
    return Promise.resolve(typed.shift() ?? '')
  }
  const code = await run({
    ...(answers !== undefined && { ask }),
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Runs a command of the report author. */
export const reports = (args: readonly string[], answers?: readonly string[]): Promise<Ran> =>
  capture((terminal) => runReports(args, terminal), answers)
