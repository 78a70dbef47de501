import { type Commands, runCommand, type Terminal } from '../command.ts'
import { check } from './check.ts'
import { contract } from './contract.ts'
import { diff } from './diff.ts'
import { explainReads } from './explain-reads.ts'
import { create } from './new.ts'

/** The commands of the report author. */
const commands: Commands = new Map([
  ['check', check],
  ['contract', contract],
  ['diff', diff],
  ['explain', explainReads],
  ['new', create],
])

/** Runs one command of the report author and returns its exit code. */
export const runReports = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand('reports', commands, args, terminal)
