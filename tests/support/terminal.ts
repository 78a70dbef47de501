import { runReports } from '../../src/cli/reports/run.ts'
import type { Terminal } from '../../src/cli/command.ts'

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process; `answers` are given to its questions in their order. */
export async function capture(
  run: (terminal: Terminal) => Promise<number>,
  answers: readonly string[] = [],
): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const waiting = [...answers]
  const code = await run({
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    ask: () => Promise.resolve(waiting.shift() ?? null),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Runs a command of the report author. */
export const reports = (args: readonly string[], answers: readonly string[] = []): Promise<Ran> =>
  capture((terminal) => runReports(args, terminal), answers)
