import { z } from 'zod'
import { SUPER_ROLE } from '../../../schemas/api/role.ts'
import { findUserIdError } from '../../../schemas/api/names.ts'
import { isEmail, systemUserFields } from '../../../schemas/api/system-user.ts'
import { isUniqueViolation } from '../../server/platform/database/errors.ts'
import { withTransaction } from '../../server/platform/database/transaction.ts'
import { findRoleNamed, listRoles } from '../../server/identity/accounts/roles.ts'
import { insertSystemUser, updateSystemUser } from '../../server/identity/accounts/users.ts'
import { type Command, CommandError, formatProgram } from '../command.ts'
import {
  type AdminContext,
  parseAdminArguments,
  UserIdArgument,
  warnAboutDemoAccounts,
  withPortal,
} from './open-portal.ts'
import { storeCommandEvent } from '../history.ts'
import { readPasswordHash } from './new-password.ts'
import { findAccount, hasAccounts } from '../../server/identity/accounts/credentials.ts'
import { replacePassword } from '../../server/identity/sign-in/other-access.ts'
import { deleteSecondFactor } from '../../server/identity/accounts/second-factors.ts'

const Arguments = z.object({
  files: UserIdArgument,
  role: z.string().min(1).optional(),
  email: z.string().refine(isEmail, 'expected an e-mail address').default(''),
  'keep-password': z.boolean().default(false),
})

const MAX_LISTED_ROLES = 50

export const createCommand: Command = {
  usage: 'USER_ID [--role NAME] [--email ADDRESS] [--keep-password]',
  summary:
    'creates an account, by default a super administrator; the password is typed, or read from ADMIN_PASSWORD, and changed at the first sign-in unless it may be kept or is that of the first account',
  run: async (args, terminal, context) => {
    const { files, role, email, 'keep-password': keepsPassword } = parseAdminArguments(args, Arguments)
    const [userId] = files
    return withPortal(context, async (portal) => {
      // Check everything else before the password prompt.
      const assigned = await checkNewAccount(portal, userId, role)
      const passwordHash = await readPasswordHash(userId, context, portal)
      await withTransaction(portal.database, async (trx) => {
        const account = { userId, owner: 'admin', roleId: assigned.id, loginIP: '', emailId: email }
        // The first account is that of the person at the shell.
        const isOwn = keepsPassword || !(await hasAccounts(trx))
        const secret = { passwordHash, passwordChangeRequired: !isOwn }
        const id = await insertSystemUser(trx, { ...account, ...secret }, context.clock())
        const after = { id, ...account, role: assigned.name, status: 'Active' }
        await storeCommandEvent(trx, context, 'user created', ['user', userId], { after })
      }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new CommandError(formatTaken(userId)) : error
      })
      terminal.out(`created '${userId}' with the role '${assigned.name}' in ${portal.location}`)
      await warnAboutDemoAccounts(portal, terminal)
    })
  },
}

/** Returns the role of the new account. Throws CommandError if the user id is invalid or taken, or the role is unknown. */
async function checkNewAccount({ database }: AdminContext, userId: string, roleName: string | undefined) {
  const error = findUserIdError(userId)
  if (error !== null) throw new CommandError(`${systemUserFields.userId.label} ${error}`)
  if ((await findAccount(database, userId)) !== undefined) throw new CommandError(formatTaken(userId))
  if (roleName === undefined) return { id: SUPER_ROLE, name: 'superadmin' }
  const role = await findRoleNamed(database, roleName)
  if (role === undefined) {
    const { records } = await listRoles(database, { page: 0, size: MAX_LISTED_ROLES, search: '' })
    const names = ['superadmin', ...records.map(({ name }) => name)].map((name) => `'${name}'`)
    throw new CommandError(`unknown role '${roleName}'; available roles: ${names.join(', ')}`)
  }
  return role
}

const formatTaken = (userId: string) =>
  `the User ID '${userId}' already exists (case is ignored); to set a new password, run: ${formatProgram('admin')} password ${userId}`

const PasswordArguments = z.object({ files: UserIdArgument, 'keep-password': z.boolean().default(false) })

/** Resets the password of an account, also of a super administrator, which no screen shows. */
export const passwordCommand: Command = {
  usage: 'USER_ID [--keep-password]',
  summary:
    'sets a new password without a second factor, ends the sessions of the account and reactivates it; the password is changed at the next sign-in unless it may be kept',
  run: async (args, terminal, context) => {
    const { files, 'keep-password': keepsPassword } = parseAdminArguments(args, PasswordArguments)
    const [typed] = files
    return withPortal(context, async (portal) => {
      const { database } = portal
      const account = await findAccount(database, typed)
      if (account === undefined) throw new CommandError(`unknown User ID '${typed}' in ${portal.location}`)
      const { id, userId, isOfCompany } = account
      if (isOfCompany)
        throw new CommandError(`'${userId}' signs in at the company sign-in and has no password`)
      const passwordHash = await readPasswordHash(userId, context, portal)
      await withTransaction(database, async (trx) => {
        await replacePassword(trx, account, passwordHash, !keepsPassword)
        await updateSystemUser(trx, id, { status: 'Active' }, context.clock())
        const subject = ['user', userId] as const
        await storeCommandEvent(trx, context, 'password reset', subject)
        if (await deleteSecondFactor(trx, id))
          await storeCommandEvent(trx, context, 'second factor reset', subject)
        if (!account.active) {
          const details = { before: { status: 'Inactive' }, after: { status: 'Active' } }
          await storeCommandEvent(trx, context, 'user status updated', subject, details)
        }
      })
      terminal.out(`set the password of '${userId}' and ended its sessions`)
      await warnAboutDemoAccounts(portal, terminal)
    })
  },
}
