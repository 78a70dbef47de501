import { type Commands, runCommand, type Terminal } from '../command.ts'
import { check } from './check.ts'
import { contract } from './contract.ts'
import { diff } from './diff.ts'
import { explainReads } from './explain-reads.ts'
import { create } from './new.ts'
import { createRecord } from './record.ts'

/** The commands of the report author. `recordingsDir` is the default folder of recorded responses. */
const createReportCommands = (recordingsDir: string): Commands =>
  new Map([
    ['check', check],
    ['contract', contract],
    ['diff', diff],
    ['explain', explainReads],
    ['new', create],
    ['record', createRecord(recordingsDir)],
  ])

/** Runs one command of the report author and returns its exit code. */
export function runReports(
  args: readonly string[],
  terminal: Terminal,
  recordingsDir: string,
): Promise<number> {
  return runCommand('reports', createReportCommands(recordingsDir), args, terminal)
}
