import { type RoleField, roleFields, validateRole } from '../../../schemas/api/role.ts'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { FormButtons, RecordForm } from '../administration/record-form.tsx'
import { type Paging, RecordListCard, useRecordList } from '../administration/record-list.tsx'
import { useDeleteRecord } from '../administration/record-mutations.ts'
import { StoredPreview, usePreview } from '../administration/preview-dialog.tsx'
import { type RoleRecord, roles } from '../administration/resource.ts'
import { useRecordEditor } from '../administration/use-record-editor.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { IconButton, type RecordColumn } from '../components/resource-table.tsx'
import { TextField } from '../components/text-field.tsx'
import { type ScreenBanner, useBanner } from '../contexts/use-banner.ts'

const REMOVAL_TEXTS = {
  done: 'Role deleted successfully!',
  rejected: 'An error occurred while deleting the role.',
  unexpected: 'An unexpected error occurred while deleting the role.',
}

const formatSummary = ({ page, pages, total, size }: Paging): string =>
  `Page ${page + 1} of ${pages}, ${total} ${total === 1 ? 'role' : 'roles'} in total, ${size} per page`

/** `/roles`: the roles, their form and their list. */
const RolesScreen = () => {
  const banner = useBanner(5_000)
  const list = useRecordList(roles)
  const editor = useRoleEditor(banner)
  const removal = useDeleteRecord({
    source: roles,
    banner,
    texts: REMOVAL_TEXTS,
    onDeleted: editor.discard,
    onGone: editor.orphan,
  })

  const preview = usePreview()
  const columns = roleColumns({
    onEdit: editor.edit,
    onPreview: ({ id, name }) => preview.open({ kind: 'role', id, name }),
    onDelete: removal.request,
  })

  return (
    <AdministrationPage title="Roles" banner={banner}>
      <RoleForm editor={editor} />
      <RecordListCard
        title="Role list"
        list={list}
        columns={columns}
        summary={formatSummary}
        none="There are no entries yet. Add a role above, then choose its rights in Rights Administration."
        current={editor.record?.id}
      />
      <ConfirmDialog
        open={removal.candidate !== null}
        question="Are you sure you want to delete this role?"
        confirmLabel="Delete"
        busy={removal.isBusy}
        onConfirm={removal.confirm}
        onCancel={removal.cancel}
      >
        <p className="break-words text-soft">{removal.candidate?.name}</p>
      </ConfirmDialog>
      {preview.subject !== null && <StoredPreview subject={preview.subject} onClose={preview.close} />}
    </AdministrationPage>
  )
}

export default RolesScreen

type Actions = {
  readonly onEdit: (id: number) => void
  readonly onPreview: (role: RoleRecord) => void
  readonly onDelete: (role: RoleRecord) => void
}

/** The columns of the role list. */
const roleColumns = ({ onEdit, onPreview, onDelete }: Actions): readonly RecordColumn<RoleRecord>[] => [
  { header: 'Role Name', cell: (role) => role.name },
  { header: 'Description', cell: (role) => role.description },
  {
    header: 'Actions',
    isNarrow: true,
    isScreenOnly: true,
    cell: (role, headId) => (
      <div className="-ml-1.5 flex gap-1">
        <IconButton icon="edit" aria-describedby={headId} onClick={() => onEdit(role.id)}>
          Edit Role
        </IconButton>
        <IconButton icon="trash" danger aria-describedby={headId} onClick={() => onDelete(role)}>
          Delete Role
        </IconButton>
        <IconButton icon="system" aria-describedby={headId} onClick={() => onPreview(role)}>
          Preview
        </IconButton>
      </div>
    ),
  },
]

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

const useRoleEditor = (banner: ScreenBanner) =>
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

type RoleFormProps = { readonly editor: ReturnType<typeof useRoleEditor> }

const HINTS = { name: 'Enter a name.', description: 'Enter a description.' }

/** The form of a role: Role Name, read-only in edit mode, and Description. */
const RoleForm = ({ editor }: RoleFormProps) => {
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
