import type { Terminal } from '../command.ts'
import type { AdminCommandContext } from './open-portal.ts'
import { runDatabaseCommand } from '../database.ts'
import { auditCommand } from './audit.ts'
import { createCommand, passwordCommand } from './accounts.ts'
import { deletePermissionsCommand, movePermissionsCommand } from './permissions.ts'

/** Runs one admin command; returns the exit code. */
export function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  context: AdminCommandContext,
): Promise<number> {
  const commands = new Map([
    ['create', createCommand(context)],
    ['password', passwordCommand(context)],
    ['audit', auditCommand(context)],
    ['drop-rights', deletePermissionsCommand(context)],
    ['move-rights', movePermissionsCommand(context)],
  ])
  return runDatabaseCommand('admin', commands, args, terminal, context.environment)
}
