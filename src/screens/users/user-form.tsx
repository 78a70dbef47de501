import type { RoleRecord } from '../../../schemas/administration-records.ts'
import type { FieldFault } from '../../../schemas/form-message.ts'
import type { SystemUserField } from '../../../schemas/system-user-rules.ts'
import { TextField } from '../../ui/text-field.tsx'
import { RecordForm } from '../administration/record-form.tsx'
import { FormButtons } from '../administration/form-buttons.tsx'
import { RecordSelect } from '../administration/record-select.tsx'
import type { AllRecords } from '../administration/use-all-records.ts'
import type { UserEditor } from './user-editor.ts'

const HINTS: Record<SystemUserField, Partial<Record<FieldFault, string>>> = {
  userId: { required: 'Enter a user ID.' },
  password: { required: 'Enter a password of at least 8 characters.' },
  owner: { required: 'Enter an owner.' },
  roleId: { required: 'Choose a role.' },
  loginIP: { invalid: 'Enter an IPv4 or IPv6 address or a domain name.' },
  emailId: { required: 'Enter an e-mail address.', invalid: 'Enter an address such as name@example.com.' },
}

type Props = { readonly editor: UserEditor; readonly roles: AllRecords<RoleRecord> }

/** The form of a system user; User ID and Owner are locked and Password is gone in edit mode (spec §2, §4). */
export const UserForm = ({ editor, roles }: Props) => {
  const isEditing = editor.record !== null
  const nameOfRole = (id: string) =>
    roles.records.find((role) => String(role.id) === id)?.name ?? (id === '' ? '' : `Role ${id}`)
  const field = (name: SystemUserField) => {
    const fault = editor.faults[name]
    return {
      name,
      autoComplete: 'off',
      value: editor.values[name],
      onChange: (value: string) => editor.set(name, value),
      error: fault === undefined ? undefined : HINTS[name][fault],
    }
  }
  return (
    <RecordForm
      title={isEditing ? 'Change user' : 'New user'}
      editor={editor}
      fields={[
        { name: 'roleId', label: 'Role', show: nameOfRole },
        { name: 'loginIP', label: 'Login IP' },
        { name: 'emailId', label: 'Email Id' },
      ]}
      className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      <TextField {...field('userId')} label="User ID" readOnly={isEditing} spellCheck={false} />
      {!isEditing && (
        <TextField {...field('password')} label="Password" type="password" autoComplete="new-password" />
      )}
      <TextField {...field('owner')} label="Owner" readOnly={isEditing} />
      <RecordSelect
        {...field('roleId')}
        label="Role"
        placeholder="Select Role"
        records={roles}
        nameOf={(role) => role.name}
        failure="The roles could not be loaded."
      />
      <TextField {...field('loginIP')} label="Login IP" spellCheck={false} />
      <TextField {...field('emailId')} label="Email Id" type="email" />
      <div className="sm:col-span-full">
        <FormButtons isEditing={isEditing} isSaving={editor.isSaving} onReset={editor.reset} />
      </div>
    </RecordForm>
  )
}
