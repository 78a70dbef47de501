import { createCommand, passwordCommand } from './admin/accounts.ts'
import { auditCommand } from './admin/audit.ts'
import { listCommand } from './admin/list.ts'
import { promptPassword } from './admin/new-password.ts'
import type { AdminCommandContext } from './admin/open-portal.ts'
import { deletePermissionsCommand, movePermissionsCommand } from './admin/permissions.ts'
import { roleFactorCommand } from './admin/role-factor.ts'
import { runIfStarted, type Terminal } from './command.ts'
import { runDatabaseCommand } from './database.ts'

export function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  context: AdminCommandContext,
): Promise<number> {
  const commands = new Map([
    ['create', createCommand(context)],
    ['password', passwordCommand(context)],
    ['list', listCommand(context)],
    ['require-second-factor', roleFactorCommand(context)],
    ['audit', auditCommand(context)],
    ['drop-rights', deletePermissionsCommand(context)],
    ['move-rights', movePermissionsCommand(context)],
  ])
  return runDatabaseCommand('admin', commands, args, terminal, context.environment)
}

await runIfStarted(import.meta.filename, (args, terminal, context) =>
  runAdmin(args, terminal, {
    ...context,
    promptPassword: (question) => promptPassword(question, process.stdin, process.stderr),
  }),
)
