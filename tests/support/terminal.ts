import { runReports } from '../../src/cli/reports/run.ts'
import { RECORDINGS_DIR } from './recordings.ts'

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command of the report author in this process; `answers` are given to its questions in their order. */
export async function reports(args: readonly string[], answers: readonly string[] = []): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const waiting = [...answers]
  const terminal = {
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    ask: () => Promise.resolve(waiting.shift() ?? null),
  }
  const code = await runReports(args, terminal, RECORDINGS_DIR)
  return { code, out: out.join('\n'), err: err.join('\n') }
}
