import * as z from 'zod/mini'
import { type FieldError, type FormErrors, isBlank } from './forms.ts'
import { validateForm } from './validate-form.ts'
import { findUserIdError } from './names.ts'

export const UserStatus = z.enum(['Active', 'Inactive'])
export type UserStatus = z.infer<typeof UserStatus>

/** A system user in a response; a password is never part of it. */
export const SystemUser = z.object({
  id: z.int(),
  userId: z.string(),
  owner: z.string(),
  role: z.string(),
  roleId: z.int(),
  loginIP: z.string(),
  emailId: z.string(),
  status: UserStatus,
})
export type SystemUser = z.infer<typeof SystemUser>

/** The fields of the system user form, in the order in which its messages name them. `max` of a role is its number. */
export const systemUserFields = {
  userId: { label: 'User ID', max: 100 },
  password: { label: 'Password', max: 1000 },
  owner: { label: 'Owner', max: 100 },
  roleId: { label: 'Role', max: 999_999_999 },
  loginIP: { label: 'Login IP', max: 253 },
  emailId: { label: 'Email Id', max: 254 },
} as const
export type SystemUserField = keyof typeof systemUserFields

/** Contains the form as it is sent; without a role, `roleId` is 0. */
export type SystemUserForm = Readonly<Record<Exclude<SystemUserField, 'roleId'>, string> & { roleId: number }>

/** An invited user is a new one without a password. */
export type UserFormMode = 'create' | 'invite' | 'edit'

/**
 * Validates the system user form, on the screen and in the API; outer blanks do not count. An existing user keeps its
 * id, whatever the rule for new ones.
 */
export function validateSystemUser(form: SystemUserForm, mode: UserFormMode): FormErrors<SystemUserField> {
  const isNew = mode !== 'edit'
  const nameError = isNew ? findUserIdError(form.userId) : null
  const { loginIP, emailId } = form
  return validateForm({
    fields: systemUserFields,
    form: isNew ? form : { loginIP, emailId },
    findError: (field) => findError(field, form, mode),
    nameError: nameError === null ? null : { field: 'userId', text: nameError },
  })
}

function findError(field: SystemUserField, form: SystemUserForm, mode: UserFormMode): FieldError | null {
  switch (field) {
    case 'password':
      return mode === 'create' && isBlank(form.password) ? 'required' : null
    case 'roleId':
      return form.roleId === 0 ? 'required' : null
    case 'loginIP':
      return isBlank(form.loginIP) || isLoginIp(form.loginIP.trim()) ? null : 'invalid'
    case 'emailId':
      if (isBlank(form.emailId)) return 'required'
      return isEmail(form.emailId.trim()) ? null : 'invalid'
    default:
      return isBlank(form[field]) ? 'required' : null
  }
}

// Expressions of zod and the parser of URLs: zod's schemas would be part of the first screen, which has all of zod.
const isIpv6 = (address: string): boolean =>
  /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`)

/** Says whether a text is a dotted IPv4 address, an IPv6 address or a domain name. */
export function isLoginIp(address: string): boolean {
  return z.regexes.ipv4.test(address) || isIpv6(address) || isDomainName(address)
}

/** Says whether a text has the usual format of an e-mail address. */
export function isEmail(address: string): boolean {
  return z.regexes.email.test(address)
}

// `256.1.1.1` and `1.2.3` are valid host names, but are never meant as domains.
function isDomainName(name: string): boolean {
  const labels = name.split('.')
  return labels.length > 1 && /[a-z]/i.test(labels.at(-1) ?? '') && z.regexes.hostname.test(name)
}
