import { processTerminal } from './command.ts'
import { runReports } from './reports/run.ts'

process.exitCode = await runReports(process.argv.slice(2), processTerminal)
