import { runProcess } from './command.ts'
import { runReports } from './reports/run.ts'

/** The folder of recorded responses if a command has no option for it. */
const RECORDINGS_DIR = 'tests/reports/recorded'

await runProcess((terminal) => runReports(process.argv.slice(2), terminal, RECORDINGS_DIR))
