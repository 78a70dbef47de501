import { type AllRecords, RecordSelect, useAllRecords } from '../record-select.tsx'
import { roles, systemUsers } from '../resource.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Icon } from '../../kit/icon.tsx'
import { MessagePanel } from '../../kit/messages.tsx'
import { ResourceTableSkeleton } from '../../kit/resource-table.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { useSession } from '../../contexts/portal-contexts.ts'
import { PermissionList } from './permission-list.tsx'
import { countDifferences } from './permission-tree.ts'
import type { Principal, PrincipalKind } from './permissions-api.ts'
import { usePermissions } from './use-permissions.ts'

const KINDS = [
  { value: 'role', label: 'Roles' },
  { value: 'user', label: 'System Users' },
] as const

const NONE = '0'

/** Shows `/roles/rights-administration`: the permissions of a role or a system user. */
const PermissionsScreen = () => {
  const session = useSession()
  const choices = usePrincipals()
  const editor = usePermissions()
  const { kind, principal, stored, tree, role, changes, isSaving } = editor
  const ownName = kind === 'role' ? session.role : session.username
  const isOwn = principal !== null && principal.name.toLowerCase() === ownName.toLowerCase()

  return (
    <>
      <Card className="print:hidden">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <SelectField
            label="Select type"
            value={kind}
            options={KINDS}
            disabled={isSaving}
            className="w-full sm:w-48"
            onChange={(value) => editor.choose(value === 'role' ? 'role' : 'user', null)}
          />
          <RecordSelect
            label={kind === 'role' ? 'Select role' : 'Select user'}
            value={String(principal?.id ?? NONE)}
            placeholder="--select--"
            placeholderValue={NONE}
            records={choices[kind]}
            getName={({ name }) => name}
            {...(kind === 'user' && { none: 'No users found' })}
            disabled={isSaving}
            className="w-full sm:w-64"
            onChange={(value) =>
              editor.choose(kind, choices[kind].records.find(({ id }) => String(id) === value) ?? null)
            }
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="primary" busy={isSaving} onClick={() => editor.save(isOwn)}>
              {isSaving ? 'Saving...' : 'Save Changes'}
            </Button>
            {stored !== null && (
              <Button onClick={editor.toggleAll}>{editor.isAllOpen ? 'Close All' : 'Open All'}</Button>
            )}
            {changes.size > 0 && (
              <Button variant="quiet" disabled={isSaving} onClick={editor.undo}>
                Undo
              </Button>
            )}
            <span aria-live="polite" className="text-sm text-soft">
              {changes.size > 0 && editor.changeCount}
            </span>
          </div>
        </div>
      </Card>
      {stored?.record.warning !== undefined && (
        <p role="note" aria-live="polite" className="card-surface break-words px-4 py-3">
          <Icon name="alert" className="mr-2 inline text-bad" />
          {stored.record.warning}
        </p>
      )}
      {principal === null && (
        <MessagePanel icon="lock" text="Please select a role or user to view and manage permissions" />
      )}
      {stored === null && editor.hasFailed && (
        <MessagePanel
          icon="alert"
          text="Nothing could be loaded."
          action={<Button onClick={editor.retry}>Retry</Button>}
        />
      )}
      {(stored !== null || editor.isReading) && (
        <Card
          title={
            <>
              Menu hierarchy
              {/* Paper has no dropdowns. */}
              <span className="hidden print:inline">{`: ${principal?.name ?? ''}`}</span>
            </>
          }
          actions={
            role !== null && (
              <span className="text-sm text-soft">{formatDifferences(countDifferences(tree, role))}</span>
            )
          }
        >
          {stored === null ? (
            <ResourceTableSkeleton />
          ) : (
            <PermissionList permissions={tree} editor={editor} />
          )}
        </Card>
      )}
      {editor.dialog}
    </>
  )
}

export default PermissionsScreen

/** Returns the roles and users to choose from. A user is shown by the text of the user id. */
const usePrincipals = (): Readonly<Record<PrincipalKind, AllRecords<Principal>>> => {
  const [role, user] = [useAllRecords(roles), useAllRecords(systemUsers)]
  return {
    role: {
      ...role,
      records: role.records.map(({ id, name }) => ({ kind: 'role', id, name, roleId: null })),
    },
    user: {
      ...user,
      records: user.records.map(({ id, userId, roleId }) => ({
        kind: 'user',
        id,
        name: userId.trim() === '' ? `User ${id}` : userId,
        roleId,
      })),
    },
  }
}

const formatDifferences = (count: number): string => {
  if (count === 0) return 'As the role'
  return count === 1 ? '1 right differs from the role' : `${count} rights differ from the role`
}
