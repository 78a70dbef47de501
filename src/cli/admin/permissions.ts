import { z } from 'zod'
import { withTransaction } from '../../server/database/transaction.ts'
import { findTakeovers, describeHolders } from '../../server/permissions/takeover.ts'
import {
  countHolders,
  deletePermissionsByMenuId,
  listPermissionOwners,
  storePermissionOwner,
} from '../../server/permissions/owners.ts'
import { type Command, DONE, FOUND, parseArguments } from '../command.ts'
import { type AdminCommandContext, withDatabase } from './open-portal.ts'

const NUMBER = 'the number of a permission, such as 95'
const Permission = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, NUMBER)
  .transform(Number)
const DropArguments = z.object({ files: z.tuple([Permission], { error: NUMBER }) })
const BOTH = `${NUMBER}, and the id of the report that gets its rights`
const MoveArguments = z.object({ files: z.tuple([Permission, z.string().min(1)], { error: BOTH }) })

/** Removes what is left of the rights of a report that is gone. */
export const deletePermissionsCommand = (surroundings: AdminCommandContext): Command => ({
  usage: 'NUMBER',
  summary: 'removes the stored rights of a permission number whose report is gone',
  run: async (args, terminal) => {
    const [menuId] = parseArguments(args, {}, DropArguments).files
    return withDatabase(surroundings, async ({ engine, reports, place }) => {
      const outcome = await withTransaction(engine.database, async (trx) => {
        const owner = (await listPermissionOwners(trx)).get(menuId)
        const isInUse = reports.some(({ id, menu }) => id === owner && menu.permission === menuId)
        if (isInUse) return { inUseBy: owner }
        const holders = await countHolders(trx, menuId)
        await deletePermissionsByMenuId(trx, menuId)
        return { holders }
      })
      if (outcome.holders === undefined) {
        terminal.err(
          `permission ${menuId} belongs to the report '${outcome.inUseBy}', which is defined; change its rights under Rights Administration`,
        )
        return FOUND
      }
      terminal.out(`permission ${menuId} was taken from ${describeHolders(outcome.holders)} in ${place}`)
      return DONE
    })
  },
})

/** Hands the stored rights of a permission number to the report that has the number now. */
export const movePermissionsCommand = (surroundings: AdminCommandContext): Command => ({
  usage: 'NUMBER REPORT_ID',
  summary: 'lets whoever has a permission number open the report that is defined with it now',
  run: async (args, terminal) => {
    const [menuId, reportId] = parseArguments(args, {}, MoveArguments).files
    return withDatabase(surroundings, async ({ engine, reports, place }) => {
      const takeover = await withTransaction(engine.database, async (trx) => {
        const found = (await findTakeovers(trx, reports)).find(
          (one) => one.menuId === menuId && one.to === reportId,
        )
        if (found !== undefined) await storePermissionOwner(trx, menuId, reportId)
        return found
      })
      if (takeover === undefined) {
        terminal.err(
          `there are no rights to move: no definition gives permission ${menuId} of another report to '${reportId}', or nobody has it`,
        )
        return FOUND
      }
      terminal.out(
        `permission ${menuId} of ${describeHolders(takeover.holders)} opens '${reportId}' in ${place}`,
      )
      return DONE
    })
  },
})
