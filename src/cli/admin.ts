import { createCommand, passwordCommand } from './admin/accounts.ts'
import { auditCommand } from './admin/audit.ts'
import { listCommand } from './admin/list.ts'
import { promptPassword } from './admin/new-password.ts'
import { deletePermissionsCommand, movePermissionsCommand } from './admin/permissions.ts'
import { roleFactorCommand } from './admin/role-factor.ts'
import { runIfStarted } from './command.ts'
import { createProgram } from './database.ts'

const commands = new Map([
  ['create', createCommand],
  ['password', passwordCommand],
  ['list', listCommand],
  ['require-second-factor', roleFactorCommand],
  ['audit', auditCommand],
  ['drop-rights', deletePermissionsCommand],
  ['move-rights', movePermissionsCommand],
])

export const runAdmin = createProgram('admin', commands)

await runIfStarted(import.meta.filename, (args, terminal, context) =>
  runAdmin(args, terminal, {
    ...context,
    promptPassword: (question) => promptPassword(question, process.stdin, process.stderr),
  }),
)
