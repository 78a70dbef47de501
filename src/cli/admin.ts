import { join } from 'node:path'
import { runAdmin } from './admin/run.ts'
import { promptPassword } from './admin/new-password.ts'
import { openTerminal } from './command.ts'

process.exitCode = await runAdmin(process.argv.slice(2), openTerminal(), {
  environment: process.env,
  clock: () => new Date(),
  root: join(import.meta.dirname, '..', '..'),
  promptPassword: (question) => promptPassword(question, process.stdin, process.stderr),
})
