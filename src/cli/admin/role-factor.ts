import { z } from 'zod'
import { findRoleNamed, updateRole } from '../../server/identity/accounts/roles.ts'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import { type Command, CommandError, parseArguments } from '../command.ts'
import { storeCommandEvent } from '../history.ts'
import { withPortal } from './open-portal.ts'

const EXPECTED = 'expected the name of a role, and on or off'
const Arguments = z.object({
  files: z.tuple([z.string().min(1), z.enum(['on', 'off'], EXPECTED)], { error: EXPECTED }),
})

/** Requires a second factor of the users of a role, also of super administrators, whose role no screen shows. */
export const roleFactorCommand: Command = {
  usage: 'ROLE on|off',
  summary: 'says whether the users of a role must set up a second factor; it needs SECOND_FACTOR=optional',
  run: async (args, terminal, context) => {
    const [name, choice] = parseArguments(args, Arguments).files
    const requiresSecondFactor = choice === 'on'
    return withPortal(context, async ({ database, location }) => {
      const role = await findRoleNamed(database, name)
      if (role === undefined) throw new CommandError(`unknown role '${name}' in ${location}`)
      await withTransaction(database, async (trx) => {
        await updateRole(trx, role.id, { ...role, requiresSecondFactor })
        const before = { requiresSecondFactor: role.requiresSecondFactor === true }
        const details = { before, after: { requiresSecondFactor } }
        await storeCommandEvent(trx, context, 'role updated', ['role', role.name], details)
      })
      terminal.out(
        `the role '${role.name}' ${requiresSecondFactor ? 'requires' : 'does not require'} a second factor`,
      )
    })
  },
}
