import { runProcess } from './command.ts'
import { runReports } from './reports/run.ts'

await runProcess((terminal) => runReports(process.argv.slice(2), terminal))
