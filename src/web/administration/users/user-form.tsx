import { useState } from 'react'
import {
  systemUserFields,
  type SystemUserForm,
  validateSystemUser,
} from '../../../../schemas/api/system-user.ts'
import { RecordForm } from '../record-form.tsx'
import { type AllRecords, RecordSelect } from '../record-select.tsx'
import { systemUsers, type RoleRecord } from '../resource.ts'
import { useRecordEditor } from '../use-record-editor.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { CheckBox } from '../../kit/check-box.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { useSession } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'

const HINTS = {
  userId: { required: 'Enter a user ID.' },
  password: { required: 'Enter a password of at least 8 characters.' },
  owner: { required: 'Enter an owner.' },
  roleId: { required: 'Choose a role.' },
  loginIP: { invalid: 'Enter an IPv4 or IPv6 address or a domain name.' },
  emailId: { required: 'Enter an e-mail address.', invalid: 'Enter an address such as name@example.com.' },
}

const LENGTHS = '8 to 128 characters.'

type Props = {
  readonly editor: ReturnType<typeof useUserEditor>
  readonly roles: AllRecords<RoleRecord>
}

/** Shows the form of a system user. In edit mode User ID and Owner are read-only, and there is no password. */
export const UserForm = ({ editor, roles }: Props) => {
  const isEditing = editor.record !== null
  const isChangedLater = hasFeature('account')
  const { getProps, invited, setInvited } = editor
  return (
    <RecordForm
      noun="user"
      editor={editor}
      className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3"
      buttonsClassName="sm:col-span-full"
    >
      <TextField {...getProps('userId')} readOnly={isEditing} spellCheck={false} />
      {!isEditing && (
        <div className="flex min-w-0 flex-col gap-1">
          {!invited && (
            <NewPasswordField
              {...getProps('password')}
              autoComplete="new-password"
              hint={isChangedLater ? `${LENGTHS} The user chooses a new one at the first sign-in.` : LENGTHS}
            />
          )}
          {hasFeature('invitations') && (
            <CheckBox
              label="Invite by mail, with a link that sets the password"
              className="text-sm"
              isChecked={invited}
              onChange={setInvited}
            />
          )}
        </div>
      )}
      <TextField {...getProps('owner')} readOnly={isEditing} />
      <RecordSelect
        {...getProps('roleId')}
        placeholder="Select Role"
        records={roles}
        getName={(role) => role.name}
      />
      <TextField
        {...getProps('loginIP')}
        spellCheck={false}
        hint="A note for the list. It does not limit where the user signs in."
      />
      <TextField {...getProps('emailId')} type="email" />
    </RecordForm>
  )
}

/** A new user's owner is `admin`; `roleId` is the select's value, empty while no role is chosen. */
const EMPTY = { userId: '', password: '', owner: 'admin', roleId: '', loginIP: '', emailId: '' }

const readForm = (values: typeof EMPTY): SystemUserForm => ({ ...values, roleId: Number(values.roleId) })

/** Returns the state of the form of a system user. */
export const useUserEditor = () => {
  const { username, retryPermissions } = useSession()
  const [invited, setInvited] = useState(false)
  const editor = useRecordEditor({
    source: systemUsers,
    fields: systemUserFields,
    hints: HINTS,
    empty: EMPTY,
    buildBody: (values, edited) => {
      const { password, ...form } = readForm(values)
      if (edited !== null) return { ...form, userId: edited.userId, owner: edited.owner }
      return invited ? { ...form, invite: true } : { ...form, password }
    },
    check: (values, mode) =>
      validateSystemUser(readForm(values), invited && mode === 'create' ? 'invite' : mode),
    texts: {
      created: invited ? 'User created and invited successfully!' : 'User created successfully!',
      updated: 'User updated successfully!',
      rejected: 'An error occurred while saving the user.',
      unexpected: 'An unexpected error occurred while saving the user.',
    },
    onSaved: (edited) => {
      if (edited?.userId.toLowerCase() === username.toLowerCase()) retryPermissions()
    },
  })
  return { ...editor, invited, setInvited }
}
