import { type RoleField, roleFields, validateRole } from '../../../schemas/api/role.ts'
import { TextField } from '../components/text-field.tsx'
import { FormButtons, RecordForm } from '../administration/record-form.tsx'
import { roles, type RoleRecord } from '../administration/resource.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { useRecordEditor } from '../administration/use-record-editor.ts'

const EMPTY = { name: '', description: '' }
type Values = typeof EMPTY

const SAVED = 'Role saved successfully!'
const NOT_SAVED = 'An error occurred while saving the role.'
const TEXTS = { created: SAVED, updated: SAVED, rejected: NOT_SAVED, unexpected: NOT_SAVED }

const toValues = ({ name, description }: RoleRecord): Values => ({ name, description })
const buildBody = ({ name, description }: Values, edited: RoleRecord | null) => ({
  name: edited?.name ?? name.trim(),
  description: description.trim(),
})

/** The name is read-only in edit mode. */
const EDIT_FIELDS = [{ name: 'description', label: roleFields.description.label }] as const

export const useRoleEditor = (banner: ScreenBanner) =>
  useRecordEditor({
    source: roles,
    banner,
    empty: EMPTY,
    toValues,
    buildBody,
    fields: EDIT_FIELDS.map(({ name }) => name),
    check: ({ name, description }, mode) =>
      validateRole({ name: name.trim(), description: description.trim() }, mode),
    texts: TEXTS,
  })

type Props = { readonly editor: ReturnType<typeof useRoleEditor> }

const HINTS = { name: 'Enter a name.', description: 'Enter a description.' }

/** The form of a role: Role Name, read-only in edit mode, and Description. */
export const RoleForm = ({ editor }: Props) => {
  const isEditing = editor.record !== null
  const getProps = (field: RoleField) => {
    const { label, max } = roleFields[field]
    const error = editor.errors[field]
    return {
      label,
      name: field,
      autoComplete: 'off',
      value: editor.values[field],
      onChange: (value: string) => editor.set(field, value),
      error: error === 'tooLong' ? `At most ${max} characters.` : error && HINTS[field],
    }
  }
  return (
    <RecordForm
      title={isEditing ? 'Change role' : 'New role'}
      editor={editor}
      fields={EDIT_FIELDS}
      className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
    >
      <TextField {...getProps('name')} readOnly={isEditing} />
      <TextField {...getProps('description')} />
      <div className="md:pt-6">
        <FormButtons isEditing={isEditing} isSaving={editor.isSaving} onReset={editor.reset} />
      </div>
    </RecordForm>
  )
}
