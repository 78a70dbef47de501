import { join } from 'node:path'
import { runData } from './data/run.ts'
import { openTerminal } from './command.ts'

process.exitCode = await runData(process.argv.slice(2), openTerminal(), {
  environment: process.env,
  clock: () => new Date(),
  root: join(import.meta.dirname, '..', '..'),
})
