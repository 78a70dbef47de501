import { join } from 'node:path'
import { runAdmin } from './admin/run.ts'
import { askHidden } from './hidden-line.ts'
import { processTerminal } from './process-terminal.ts'

process.exitCode = await runAdmin(process.argv.slice(2), processTerminal, {
  environment: process.env,
  clock: () => new Date(),
  root: join(import.meta.dirname, '..', '..'),
  askHidden: (question) => askHidden(question, process.stdin, process.stderr),
})
