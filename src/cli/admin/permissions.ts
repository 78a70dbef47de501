import { z } from 'zod'
import { withTransaction } from '../../server/database/transaction.ts'
import {
  countHolders,
  deletePermissionsByMenuId,
  describeHolders,
  findTakeovers,
  listPermissionOwners,
  storePermissionOwner,
} from '../../server/accounts/permission-owners.ts'
import { type Command, ExitCode, parseArguments } from '../command.ts'
import { storeCommandEvent } from '../history.ts'
import { type AdminCommandContext, withDatabase } from './open-portal.ts'

const NUMBER = 'expected the number of a permission, such as 95'
const Permission = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, NUMBER)
  .transform(Number)
const DeleteArguments = z.object({ files: z.tuple([Permission], { error: NUMBER }) })
const BOTH = `${NUMBER}, and the id of the report that receives its rights`
const MoveArguments = z.object({ files: z.tuple([Permission, z.string().min(1)], { error: BOTH }) })

/** Deletes the stored rights of a report that no longer exists. */
export const deletePermissionsCommand = (context: AdminCommandContext): Command => ({
  usage: 'NUMBER',
  summary: 'deletes the stored rights of a permission number whose report no longer exists',
  run: async (args, terminal) => {
    const [menuId] = parseArguments(args, {}, DeleteArguments).files
    return withDatabase(context, async ({ handle, reports, location }) => {
      const outcome = await withTransaction(handle.database, async (trx) => {
        const owner = (await listPermissionOwners(trx)).get(menuId)
        const isInUse = reports.some(({ id, menu }) => id === owner && menu.permission === menuId)
        if (isInUse) return { inUseBy: owner }
        const holders = await countHolders(trx, menuId)
        await deletePermissionsByMenuId(trx, menuId)
        const event = { event: 'permission removed', subjectKind: 'permission' } as const
        const details = { id: menuId, report: owner ?? null, ...holders }
        await storeCommandEvent(trx, context, { ...event, subject: owner ?? String(menuId), details })
        return { holders }
      })
      if (outcome.holders === undefined) {
        terminal.err(
          `permission ${menuId} belongs to the report '${outcome.inUseBy}', which still exists; change its rights under Rights Administration`,
        )
        return ExitCode.Errors
      }
      terminal.out(`removed permission ${menuId} from ${describeHolders(outcome.holders)} in ${location}`)
      return ExitCode.Ok
    })
  },
})

/** Assigns the stored rights of a permission number to the report that now has the number. */
export const movePermissionsCommand = (context: AdminCommandContext): Command => ({
  usage: 'NUMBER REPORT_ID',
  summary: 'assigns the stored rights of a permission number to the report that now has the number',
  run: async (args, terminal) => {
    const [menuId, reportId] = parseArguments(args, {}, MoveArguments).files
    return withDatabase(context, async ({ handle, reports, location }) => {
      const takeover = await withTransaction(handle.database, async (trx) => {
        const found = (await findTakeovers(trx, reports)).find(
          (one) => one.menuId === menuId && one.to === reportId,
        )
        if (found === undefined) return undefined
        await storePermissionOwner(trx, menuId, reportId)
        const event = { event: 'permission moved', subjectKind: 'permission', subject: reportId } as const
        const details = { id: menuId, before: { report: found.from ?? null }, after: { report: reportId } }
        await storeCommandEvent(trx, context, { ...event, details: { ...details, ...found.holders } })
        return found
      })
      if (takeover === undefined) {
        terminal.err(
          `no rights to move: permission ${menuId} is not stored for another report, or the definition of '${reportId}' does not have this number`,
        )
        return ExitCode.Errors
      }
      terminal.out(
        `permission ${menuId} of ${describeHolders(takeover.holders)} now opens '${reportId}' in ${location}`,
      )
      return ExitCode.Ok
    })
  },
})
