import { createCommand, passwordCommand } from './admin/accounts.ts'
import { auditCommand } from './admin/audit.ts'
import { listCommand } from './admin/list.ts'
import { promptPassword } from './admin/new-password.ts'
import { deletePermissionsCommand, movePermissionsCommand } from './admin/permissions.ts'
import { roleFactorCommand } from './admin/role-factor.ts'
import { type CommandContext, runIfStarted, type Terminal } from './command.ts'
import { runDatabaseCommand } from './database.ts'

const commands = new Map([
  ['create', createCommand],
  ['password', passwordCommand],
  ['list', listCommand],
  ['require-second-factor', roleFactorCommand],
  ['audit', auditCommand],
  ['drop-rights', deletePermissionsCommand],
  ['move-rights', movePermissionsCommand],
])

export const runAdmin = (
  args: readonly string[],
  terminal: Terminal,
  context: CommandContext,
): Promise<number> => runDatabaseCommand('admin', commands, args, terminal, context)

await runIfStarted(import.meta.filename, (args, terminal, context) =>
  runAdmin(args, terminal, {
    ...context,
    promptPassword: (question) => promptPassword(question, process.stdin, process.stderr),
  }),
)
