import { z } from 'zod'
import { normalizeName } from '../../../schemas/api/names.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import { findAccount, storePasswordHash } from '../../server/users/accounts.ts'
import { deleteLoginCounters } from '../../server/auth/login-counters.ts'
import { endSessionsOf } from '../../server/auth/sessions.ts'
import { storeUserStatus } from '../../server/users/repository.ts'
import { accountCounterPrefixes } from '../../server/auth/login-limits.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { type Command, DONE, FOUND } from '../command.ts'
import { parseAdminArguments, UserIdArgument } from './arguments.ts'
import { choosePassword } from './new-password.ts'
import { warnAboutDemoAccounts, withPortal } from './open-portal.ts'
import type { AdminCommandContext } from '../context.ts'

const Arguments = z.object({ files: UserIdArgument })

/** Gives an account back to its owner, also one of role 1, which no screen shows (S14). */
export const passwordCommand = (surroundings: AdminCommandContext): Command => ({
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
      await withTransaction(database, async (trx) => {
        await storePasswordHash(trx, id, passwordHash)
        await storeUserStatus(trx, id, 'Active', surroundings.clock())
        await deleteLoginCounters(trx, accountCounterPrefixes(normalizeName(userId)))
        await endSessionsOf(trx, id)
      })
      terminal.out(`the password of '${userId}' is set, and its sessions are ended`)
      await warnAboutDemoAccounts(portal, terminal)
      return DONE
    })
  },
})
