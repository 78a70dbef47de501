import { join } from 'node:path'
import { runData } from './data/run.ts'
import { processTerminal } from './command.ts'

process.exitCode = await runData(process.argv.slice(2), processTerminal, {
  environment: process.env,
  clock: () => new Date(),
  root: join(import.meta.dirname, '..', '..'),
})
