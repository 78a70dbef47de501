import { z } from 'zod'
import { nameKey } from '../../../schemas/name-rules.ts'
import { transact } from '../../server/database/transact.ts'
import { findAccount, storePasswordHash } from '../../server/repositories/accounts.ts'
import { deleteLoginCounters } from '../../server/repositories/login-counters.ts'
import { endSessionsOf } from '../../server/repositories/sessions.ts'
import { storeUserStatus } from '../../server/repositories/system-users.ts'
import { accountCounterPrefixes } from '../../server/security/login-limits.ts'
import { createPasswords } from '../../server/security/passwords.ts'
import { type Command, DONE, FOUND } from '../command.ts'
import { parseAdminArguments, userIdOnly } from './arguments.ts'
import { choosePassword } from './new-password.ts'
import { warnOfDemo, withPortal } from './open-portal.ts'
import type { AdminSurroundings } from './surroundings.ts'

const Arguments = z.object({ files: userIdOnly })

/** Gives an account back to its owner, also one of role 1, which no screen shows (R22, S14). */
export const passwordCommand = (surroundings: AdminSurroundings): Command => ({
  usage: 'USER_ID',
  summary: 'sets a new password, ends the sessions of the account and lets it sign in again',
  run: async (args, terminal) => {
    const { files } = parseAdminArguments(args, {}, Arguments)
    const [typed] = files
    return withPortal(surroundings, async (portal) => {
      const { database } = portal.engine
      const account = await findAccount(database, typed)
      if (account === undefined) {
        terminal.err(`there is no User ID '${typed}' in ${portal.place}`)
        return FOUND
      }
      const { id, userId } = account
      const chosen = await choosePassword(userId, surroundings)
      if ('fault' in chosen) {
        terminal.err(chosen.fault)
        return FOUND
      }
      const { hash } = await createPasswords()
      const passwordHash = await hash(chosen.password)
      await transact(database, async (trx) => {
        await storePasswordHash(trx, id, passwordHash)
        await storeUserStatus(trx, id, 'Active', surroundings.clock())
        await deleteLoginCounters(trx, accountCounterPrefixes(nameKey(userId)))
        await endSessionsOf(trx, id)
      })
      terminal.out(`the password of '${userId}' is set, and its sessions are ended`)
      await warnOfDemo(portal, terminal)
      return DONE
    })
  },
})
