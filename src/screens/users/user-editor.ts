import type { SystemUserRecord } from '../../../schemas/administration-records.ts'
import { validateSystemUser } from '../../../schemas/system-user-rules.ts'
import { systemUsers } from '../administration/record-source.ts'
import type { ScreenBanner } from '../use-banner.ts'
import { useRecordEditor } from '../administration/use-record-editor.ts'

/** A new user's owner is `admin` (spec §9); `roleId` is the select's value, empty while no role is chosen. */
const EMPTY = { userId: '', password: '', owner: 'admin', roleId: '', loginIP: '', emailId: '' }
type Values = typeof EMPTY

/** User ID and Owner are locked in edit mode, and there is no password. */
const EDIT_FIELDS = ['roleId', 'loginIP', 'emailId'] as const

const TEXTS = {
  created: 'User created successfully!',
  updated: 'User updated successfully!',
  refused: 'An error occurred while saving the user.',
  unexpected: 'An unexpected error occurred while saving the user.',
}

const valuesOf = ({ userId, owner, roleId, loginIP, emailId }: SystemUserRecord): Values => ({
  userId,
  password: '',
  owner,
  roleId: String(roleId ?? ''),
  loginIP,
  emailId,
})

const check = (values: Values, mode: 'create' | 'edit') =>
  validateSystemUser({ ...values, roleId: Number(values.roleId) }, mode)

const bodyOf = ({ password, ...values }: Values, edited: SystemUserRecord | null) => {
  const fields = {
    userId: edited?.userId ?? values.userId.trim(),
    owner: edited?.owner ?? values.owner.trim(),
    roleId: Number(values.roleId),
    loginIP: values.loginIP.trim(),
    emailId: values.emailId.trim(),
  }
  return edited === null ? { ...fields, password } : fields
}

export const useUserEditor = (banner: ScreenBanner) =>
  useRecordEditor({
    source: systemUsers,
    banner,
    empty: EMPTY,
    valuesOf,
    bodyOf,
    fields: EDIT_FIELDS,
    check,
    texts: TEXTS,
  })

export type UserEditor = ReturnType<typeof useUserEditor>
