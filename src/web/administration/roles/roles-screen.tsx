import { type RoleField, roleFields, validateRole } from '../../../../schemas/api/role.ts'
import { RecordForm } from '../record-form.tsx'
import { type Paging, RecordListCard, useRecordList } from '../record-list.tsx'
import { useDeletion } from '../record-mutations.tsx'
import { type RoleRecord, roles } from '../resource.ts'
import { useRecordEditor } from '../use-record-editor.ts'
import { createActionsColumn } from '../../kit/resource-table.tsx'
import { Switch } from '../../kit/switch.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { hasFeature } from '../../contexts/portal-settings.ts'

const formatSummary = ({ page, pages, total, size }: Paging): string =>
  `Page ${page + 1} of ${pages}, ${total} ${total === 1 ? 'role' : 'roles'} in total, ${size} per page`

/** Shows `/roles`: the roles, their form and their list. */
const RolesScreen = () => {
  const list = useRecordList(roles)
  const editor = useRoleEditor()
  const deletion = useDeletion({
    source: roles,
    texts: {
      done: 'Role deleted successfully!',
      rejected: 'An error occurred while deleting the role.',
      unexpected: 'An unexpected error occurred while deleting the role.',
    },
    ask: ({ name }) => ({
      question: 'Are you sure you want to delete this role?',
      confirmLabel: 'Delete',
      detail: name,
    }),
    onDone: ({ id }) => editor.discard(id),
    onGone: ({ id }) => editor.orphan(id),
  })
  const columns = [
    { header: 'Role Name', cell: (role: RoleRecord) => role.name },
    { header: 'Description', cell: (role: RoleRecord) => role.description },
    ...(hasFeature('second-factor') ? [SECOND_FACTOR] : []),
    createActionsColumn<RoleRecord>([
      { icon: 'edit', label: 'Edit Role', onClick: ({ id }) => editor.edit(id) },
      { icon: 'trash', label: 'Delete Role', danger: true, onClick: deletion.request },
    ]),
  ]

  return (
    <>
      <RoleForm editor={editor} />
      <RecordListCard
        title="Role list"
        list={list}
        columns={columns}
        summary={formatSummary}
        none="There are no entries yet. Add a role above, then choose its rights in Rights Administration."
        current={editor.record?.id}
      />
      {deletion.dialog}
    </>
  )
}

export default RolesScreen

const SECOND_FACTOR = {
  header: 'Second factor',
  cell: (role: RoleRecord) => (role.requiresSecondFactor === true ? 'required' : ''),
}

const SAVED = 'Role saved successfully!'
const NOT_SAVED = 'An error occurred while saving the role.'
const HINTS = {
  name: { required: 'Enter a name.', invalid: 'Enter a name.' },
  description: { required: 'Enter a description.' },
  requiresSecondFactor: {},
}

const useRoleEditor = () =>
  useRecordEditor<RoleRecord, RoleField | 'requiresSecondFactor'>({
    source: roles,
    fields: { ...roleFields, requiresSecondFactor: { label: 'Users must set up a second factor', max: 5 } },
    hints: HINTS,
    empty: { name: '', description: '', requiresSecondFactor: '' },
    buildBody: ({ name, description, requiresSecondFactor }, edited) => ({
      name: edited?.name ?? name,
      description,
      ...(hasFeature('second-factor') && { requiresSecondFactor: requiresSecondFactor === 'true' }),
    }),
    check: validateRole,
    texts: { created: SAVED, updated: SAVED, rejected: NOT_SAVED, unexpected: NOT_SAVED },
  })

type RoleFormProps = { readonly editor: ReturnType<typeof useRoleEditor> }

/** Shows the form of a role: Role Name, read-only in edit mode, Description, and whether it requires a second factor. */
const RoleForm = ({ editor }: RoleFormProps) => {
  const factor = editor.getProps('requiresSecondFactor')
  return (
    <RecordForm
      noun="role"
      editor={editor}
      className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
      buttonsClassName="md:pt-6"
    >
      <TextField {...editor.getProps('name')} readOnly={editor.record !== null} />
      <TextField {...editor.getProps('description')} />
      {hasFeature('second-factor') && (
        <label className="flex items-center gap-2 justify-self-start text-sm md:order-last md:col-span-full">
          <Switch
            label={factor.label}
            checked={factor.value === 'true'}
            onChange={(isOn) => factor.onChange(isOn ? 'true' : '')}
          />
          {factor.label}
        </label>
      )}
    </RecordForm>
  )
}
