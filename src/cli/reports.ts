import { runIfStarted, type Terminal } from './command.ts'
import { alerts } from './reports/alerts.ts'
import { chart } from './reports/chart.ts'
import { check } from './reports/check.ts'
import { contract } from './reports/contract.ts'
import { diff } from './reports/diff.ts'
import { explainReads } from './reports/explain-reads.ts'
import { create } from './reports/new.ts'
import { createProgram } from './database.ts'

const commands = new Map([
  ['alerts', alerts],
  ['chart', chart],
  ['check', check],
  ['contract', contract],
  ['diff', diff],
  ['explain', explainReads],
  ['new', create],
])

const program = createProgram('reports', commands)

/** Runs one command of the report author; returns the exit code. */
export const runReports = (args: readonly string[], terminal: Terminal): Promise<number> =>
  program(args, terminal, { environment: process.env, root: '.', clock: () => new Date() })

await runIfStarted(import.meta.filename, runReports)
