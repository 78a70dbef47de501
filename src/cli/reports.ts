import { openTerminal } from './command.ts'
import { runReports } from './reports/run.ts'

/** The folder of recorded responses if a command has no option for it. */
const RECORDINGS_DIR = 'tests/reports/recorded'

process.exitCode = await runReports(process.argv.slice(2), openTerminal(), RECORDINGS_DIR)
