import { join } from 'node:path'
import { runData } from './data/run.ts'
import { runProcess } from './command.ts'

await runProcess((terminal) =>
  runData(process.argv.slice(2), terminal, {
    environment: process.env,
    clock: () => new Date(),
    root: join(import.meta.dirname, '..', '..'),
  }),
)
