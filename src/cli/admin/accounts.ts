import { z } from 'zod'
import { findNameError, normalizeName } from '../../../schemas/api/names.ts'
import { isEmail, systemUserLabels } from '../../../schemas/api/system-user-form.ts'
import { isUniqueViolation } from '../../server/database/errors.ts'
import { withTransaction } from '../../server/database/transaction.ts'
import { findRoleNamed, listRoles, SUPER_ROLE } from '../../server/roles/repository.ts'
import { hasUserId, insertSystemUser, storeUserStatus } from '../../server/users/repository.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { type Command, DONE, FOUND } from '../command.ts'
import {
  type AdminCommandContext,
  type AdminContext,
  parseAdminArguments,
  UserIdArgument,
  warnAboutDemoAccounts,
  withPortal,
} from './open-portal.ts'
import { choosePassword } from './new-password.ts'
import { findAccount, storePasswordHash } from '../../server/users/accounts.ts'
import { deleteLoginCounters } from '../../server/auth/login-counters.ts'
import { endSessionsOf } from '../../server/auth/sessions.ts'
import { accountCounterPrefixes } from '../../server/auth/login-limits.ts'

const Arguments = z.object({
  files: UserIdArgument,
  role: z.string().min(1).optional(),
  email: z.string().refine(isEmail, 'an e-mail address').default(''),
})
const options = { role: { type: 'string' }, email: { type: 'string' } } as const

const ROLES_TOLD = 50

class Refused extends Error {}

/** Adds an account, above all the first one of a production server (S80). */
export const createCommand = (surroundings: AdminCommandContext): Command => ({
  usage: 'USER_ID [--role NAME] [--email ADDRESS]',
  summary:
    'adds an account, by default a super administrator; the password is typed, or read from ADMIN_PASSWORD',
  run: async (args, terminal) => {
    const { files, role, email } = parseAdminArguments(args, options, Arguments)
    const [userId] = files
    return withPortal(surroundings, async (portal) => {
      try {
        // Known reasons to refuse come before the question for the password.
        const found = await checkNewAccount(portal, userId, role)
        const chosen = await choosePassword(userId, surroundings)
        if ('fault' in chosen) throw new Refused(chosen.fault)
        const { hash } = await createPasswords()
        const passwordHash = await hash(chosen.password)
        await withTransaction(portal.engine.database, (trx) =>
          insertSystemUser(
            trx,
            { userId, passwordHash, owner: 'admin', roleId: found.id, loginIP: '', emailId: email },
            surroundings.clock(),
          ),
        )
        terminal.out(`created '${userId}' with the role '${found.name}' in ${portal.place}`)
      } catch (error) {
        if (!(error instanceof Refused) && !isUniqueViolation(error)) throw error
        terminal.err(error instanceof Refused ? error.message : taken(userId))
        return FOUND
      }
      await warnAboutDemoAccounts(portal, terminal)
      return DONE
    })
  },
})

/** The role of the new account. Throws Refused where the user id is taken or no name, or there is no such role. */
async function checkNewAccount({ engine }: AdminContext, userId: string, roleName: string | undefined) {
  const { database } = engine
  const fault = findNameError(userId)
  if (fault !== null) throw new Refused(`${systemUserLabels.userId} ${fault}`)
  if (await hasUserId(database, userId)) throw new Refused(taken(userId))
  if (roleName === undefined) return { id: SUPER_ROLE, name: 'superadmin' }
  const role = await findRoleNamed(database, roleName)
  if (role === undefined) {
    const { records } = await listRoles(database, { page: 0, size: ROLES_TOLD, search: '' })
    const names = ['superadmin', ...records.map(({ name }) => name)].map((name) => `'${name}'`)
    throw new Refused(`there is no role '${roleName}'; there are ${names.join(', ')}`)
  }
  return role
}

const taken = (userId: string) =>
  `the User ID '${userId}' is taken, in whatever case; for a new password: npm run admin -- password ${userId}`

const PasswordArguments = z.object({ files: UserIdArgument })

/** Gives an account back to its owner, also one of role 1, which no screen shows (S14). */
export const passwordCommand = (surroundings: AdminCommandContext): Command => ({
  usage: 'USER_ID',
  summary: 'sets a new password, ends the sessions of the account and lets it sign in again',
  run: async (args, terminal) => {
    const { files } = parseAdminArguments(args, {}, PasswordArguments)
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
