import * as z from 'zod/mini'
import { type FieldError, formatFormErrors, isBlank } from './form-errors.ts'
import { findNameError } from './names.ts'

/** The fields of the system user form, in the order in which its messages name them. */
export const systemUserLabels = {
  userId: 'User ID',
  password: 'Password',
  owner: 'Owner',
  roleId: 'Role',
  loginIP: 'Login IP',
  emailId: 'Email Id',
} as const
export type SystemUserField = keyof typeof systemUserLabels

/** What the form holds; no role chosen is null or 0. */
export type SystemUserForm = {
  readonly userId: string
  readonly password: string
  readonly owner: string
  readonly roleId: number | null
  readonly loginIP: string
  readonly emailId: string
}

/** The faults of a form by field, and the one message that tells them; null where there is none. */
export type FormErrors<Field extends string> = {
  readonly message: string | null
  readonly fields: Readonly<Partial<Record<Field, FieldError>>>
}

const FIELDS: readonly SystemUserField[] = ['userId', 'password', 'owner', 'roleId', 'loginIP', 'emailId']
const ipv4 = z.ipv4()
const ipv6 = z.ipv6()
const hostname = z.hostname()
const email = z.email()

/** Whether a text is a dotted IPv4 address, an IPv6 address or a domain name. */
export function isLoginIp(text: string): boolean {
  return ipv4.safeParse(text).success || ipv6.safeParse(text).success || isDomainName(text)
}

/** Whether a text has the usual form of an e-mail address. */
export function isEmail(text: string): boolean {
  return email.safeParse(text).success
}

/** The check of the system user form, on the screen and in the API. Texts count without outer blanks. */
export function validateSystemUser(
  form: SystemUserForm,
  mode: 'create' | 'edit',
): FormErrors<SystemUserField> {
  const faults = FIELDS.flatMap((field) => {
    const fault = faultOf(field, form, mode)
    return fault === null ? [] : [{ field, fault }]
  })
  const labels = (kind: FieldError) =>
    faults.filter(({ fault }) => fault === kind).map(({ field }) => systemUserLabels[field])
  const message = formatFormErrors(labels('required'), labels('invalid'))
  const fields = Object.fromEntries(faults.map(({ field, fault }) => [field, fault]))
  // An existing user keeps its id, whatever the rule for new ones.
  const ofName = mode === 'create' ? findNameError(form.userId) : null
  if (ofName === null || message !== null) return { message, fields }
  return { message: `${systemUserLabels.userId} ${ofName}`, fields: { userId: 'invalid' } }
}

function faultOf(field: SystemUserField, form: SystemUserForm, mode: 'create' | 'edit'): FieldError | null {
  switch (field) {
    case 'password':
      return mode === 'create' && isBlank(form.password) ? 'required' : null
    case 'roleId':
      return form.roleId === null || form.roleId === 0 ? 'required' : null
    case 'loginIP':
      return isBlank(form.loginIP) || isLoginIp(form.loginIP.trim()) ? null : 'invalid'
    case 'emailId':
      if (isBlank(form.emailId)) return 'required'
      return isEmail(form.emailId.trim()) ? null : 'invalid'
    default:
      return isBlank(form[field]) ? 'required' : null
  }
}

// `256.1.1.1` and `1.2.3` are host names by their letters, yet nobody means a domain by them.
function isDomainName(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && /[a-z]/i.test(labels.at(-1) ?? '') && hostname.safeParse(text).success
}
