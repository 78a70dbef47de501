import { runReports } from '../../src/cli/reports.ts'
import type { Terminal } from '../../src/cli/command.ts'

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process. */
export async function capture(run: (terminal: Terminal) => Promise<number>): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const code = await run({
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Runs a command of the report author. */
export const reports = (args: readonly string[]): Promise<Ran> =>
  capture((terminal) => runReports(args, terminal))
