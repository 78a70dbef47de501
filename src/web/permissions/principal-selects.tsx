import type { RoleRecord, SystemUserRecord } from '../administration/resource.ts'
import { SelectField } from '../components/select-field.tsx'
import { type AllRecords, RecordSelect } from '../administration/record-select.tsx'
import type { Principal, PrincipalKind } from './permissions-api.ts'

const KINDS = [
  { value: 'role', label: 'Roles' },
  { value: 'user', label: 'System Users' },
] as const

const NONE = '0'

/** The name of a user is the text of the user id. */
const getUserName = ({ id, userId }: SystemUserRecord): string =>
  userId.trim() === '' ? `User ${id}` : userId

type Props = {
  readonly kind: PrincipalKind
  readonly principal: Principal | null
  readonly roles: AllRecords<RoleRecord>
  readonly users: AllRecords<SystemUserRecord>
  readonly isLocked: boolean
  readonly onChoose: (kind: PrincipalKind, principal: Principal | null) => void
}

/** Select type, then Select role or Select user. */
export const PrincipalSelects = ({ kind, principal, roles, users, isLocked, onChoose }: Props) => {
  const choice = {
    value: principal === null ? NONE : String(principal.id),
    placeholder: '--select--',
    placeholderValue: NONE,
    disabled: isLocked,
    className: 'w-full sm:w-64',
  }
  return (
    <>
      <SelectField
        label="Select type"
        value={kind}
        options={KINDS}
        disabled={isLocked}
        className="w-full sm:w-48"
        onChange={(value) => {
          const chosen = KINDS.find((each) => each.value === value)
          if (chosen !== undefined) onChoose(chosen.value, null)
        }}
      />
      {kind === 'role' ? (
        <RecordSelect
          {...choice}
          label="Select role"
          records={roles}
          getName={(role) => role.name}
          failure="The roles could not be loaded."
          onChange={(value) => onChoose(kind, value === NONE ? null : { kind: 'role', id: Number(value) })}
        />
      ) : (
        <RecordSelect
          {...choice}
          label="Select user"
          records={users}
          getName={getUserName}
          none="No users found"
          failure="The users could not be loaded."
          onChange={(value) => {
            const user = users.records.find(({ id }) => String(id) === value)
            onChoose(kind, user === undefined ? null : { kind, id: user.id, roleId: user.roleId ?? null })
          }}
        />
      )}
    </>
  )
}
