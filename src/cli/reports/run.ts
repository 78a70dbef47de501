import { type Commands, runCommand, type Terminal } from '../command.ts'
import { check } from './check.ts'
import { contract } from './contract.ts'
import { migrate } from './migrate.ts'
import { create } from './new.ts'
import { preview } from './preview.ts'
import { record } from './record.ts'

/** What an author of reports can ask for. */
export const reportCommands: Commands = new Map([
  ['check', check],
  ['contract', contract],
  ['preview', preview],
  ['new', create],
  ['record', record],
  ['migrate', migrate],
])

/** Runs one command of the report author; its answer is the exit code. */
export function runReports(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand('reports', reportCommands, args, terminal)
}
