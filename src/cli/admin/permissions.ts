import { z } from 'zod'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import * as menuTree from '../../server/identity/accounts/menu-tree.ts'
import { type Command, type CommandContext, CommandError, parseArguments } from '../command.ts'
import { storeCommandEvent } from '../history.ts'
import type { Report } from '../../report/model/report-plan.ts'
import type { Connection } from '../../server/platform/database/handle.ts'
import { withReports } from './open-portal.ts'

const NUMBER = 'expected the number of a permission, such as 95'
const Permission = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, NUMBER)
  .transform(Number)
const DeleteArguments = z.object({ files: z.tuple([Permission], { error: NUMBER }) })
const BOTH = `${NUMBER}, and the id of the report that receives its rights`
const MoveArguments = z.object({ files: z.tuple([Permission, z.string().min(1)], { error: BOTH }) })

export const deletePermissionsCommand: Command = {
  usage: 'NUMBER',
  summary: 'deletes the stored rights of a permission number whose report no longer exists',
  run: async (args, terminal, context) => {
    const [menuId] = parseArguments(args, DeleteArguments).files
    await changePermissions(context, async (trx, reports, location) => {
      const owner = (await menuTree.listPermissionOwners(trx)).get(menuId)
      if (reports.some(({ id, menu }) => id === owner && menu.permission === menuId)) {
        throw new CommandError(
          `permission ${menuId} belongs to the report '${owner}', which still exists; change its rights under Rights Administration`,
        )
      }
      const holders = await menuTree.countHolders(trx, menuId)
      await menuTree.deletePermissionsByMenuId(trx, menuId)
      const subject = ['permission', owner ?? String(menuId)] as const
      const details = { id: menuId, report: owner ?? null, ...holders }
      await storeCommandEvent(trx, context, 'permission removed', subject, details)
      return `removed permission ${menuId} from ${menuTree.describeHolders(holders)} in ${location}`
    }).then(terminal.out)
  },
}

export const movePermissionsCommand: Command = {
  usage: 'NUMBER REPORT_ID',
  summary: 'assigns the stored rights of a permission number to the report that now has the number',
  run: async (args, terminal, context) => {
    const [menuId, reportId] = parseArguments(args, MoveArguments).files
    await changePermissions(context, async (trx, reports, location) => {
      const takeovers = await menuTree.findTakeovers(trx, reports)
      const takeover = takeovers.find(({ menuId: number, to }) => number === menuId && to === reportId)
      if (takeover === undefined) {
        throw new CommandError(
          `no rights to move: permission ${menuId} is not stored for another report, or the definition of '${reportId}' does not have this number`,
        )
      }
      await menuTree.storePermissionOwner(trx, menuId, reportId)
      const change = { before: { report: takeover.from ?? null }, after: { report: reportId } }
      const details = { id: menuId, ...change, ...takeover.holders }
      await storeCommandEvent(trx, context, 'permission moved', ['permission', reportId], details)
      return `permission ${menuId} of ${menuTree.describeHolders(takeover.holders)} now opens '${reportId}' in ${location}`
    }).then(terminal.out)
  },
}

/** Changes stored permissions in one transaction, without touching the menu: for repairs before a server can start. */
function changePermissions(
  context: CommandContext,
  change: (trx: Connection, reports: readonly Report[], location: string) => Promise<string>,
): Promise<string> {
  return withReports(context, ({ database, reports, location }) =>
    withTransaction(database, (trx) => change(trx, reports, location)),
  )
}
