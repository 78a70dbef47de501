import { join } from 'node:path'
import { runAdmin } from './admin/run.ts'
import { promptPassword } from './admin/new-password.ts'
import { runProcess } from './command.ts'

await runProcess((terminal) =>
  runAdmin(process.argv.slice(2), terminal, {
    environment: process.env,
    clock: () => new Date(),
    root: join(import.meta.dirname, '..', '..'),
    promptPassword: (question) => promptPassword(question, process.stdin, process.stderr),
  }),
)
