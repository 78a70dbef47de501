import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { roles, systemUsers } from '../resource.ts'
import { useScreenBanner } from '../record-page.tsx'
import { formatChanges, useDraft } from '../use-draft.tsx'
import { useApi, useSession } from '../../contexts/portal-contexts.ts'
import {
  applyGranted,
  countChanged,
  type Grants,
  listGranted,
  listGroups,
  setGroup,
  setLeaf,
} from './permission-tree.ts'
import {
  getPermissionsErrorMessage,
  loadPermissions,
  type Permissions,
  type Principal,
  type PrincipalKind,
  savePermissions,
} from './permissions-api.ts'

const LOCK_OUT = {
  question: `Take the right ${portalPermissions.roles.name} from yourself?`,
  detail:
    'You can then open neither this page nor roles, users and history. Only another administrator can give it back.',
  confirmLabel: 'Save',
}

/** Returns the permissions of the chosen role or user: loads, edits and saves them. */
export const usePermissions = () => {
  const banner = useScreenBanner()
  const api = useApi()
  const queries = useQueryClient()
  const { retryPermissions } = useSession()
  const [kind, setKind] = useState<PrincipalKind>('role')
  const [principal, setPrincipal] = useState<Principal | null>(null)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const editing = useDraft({
    getValues: (record: Permissions | null): Grants => listGranted(record?.tree ?? []),
    getKey: (record) => record.principal,
    read: (chosen: Principal) => loadPermissions(api, chosen),
    write: async (values, stored) =>
      stored && savePermissions(api, stored, applyGranted(stored.record.tree, values)),
    countChanges: (changes: Grants) => formatCount(changes),
    getSaveError: (error) => getPermissionsErrorMessage(error, kind),
    onSaved: () => {
      banner.show('Right saved successfully!')
      // The menu of the user may have changed.
      retryPermissions()
    },
    onConflict: () => {
      void queries.invalidateQueries({ queryKey: [roles.path] })
      void queries.invalidateQueries({ queryKey: [systemUsers.path] })
    },
    onDeleted: () => {
      setPrincipal(null)
      editing.show(null)
    },
  })
  const { stored, values } = editing
  const formatCount = (changes: Grants): string => {
    const { items, groups } = countChanged(tree, changes)
    if (items === 0 || groups === 0) return formatChanges(changes.size)
    return `${formatChanges(items)}, with ${groups === 1 ? '1 group' : `${groups} groups`} above`
  }
  const tree = applyGranted(stored?.record.tree ?? [], values)
  const isSaving = editing.isSaving || (stored !== null && editing.isReading)

  const load = (chosen: Principal) =>
    editing.load(chosen, (read) => {
      editing.show(read)
      // The roots are open at first.
      setOpen(new Set(read.record.tree.map(({ id }) => id)))
    })
  const isAllOpen = listGroups(tree).every((id) => open.has(id))

  return {
    ...editing,
    /** The words for the number of changes. */
    changeCount: formatCount(editing.changes),
    kind,
    principal,
    tree,
    /** For a user: the permissions of the role, by id; null if unknown. */
    role: stored?.record.role ?? null,
    open,
    isSaving,
    isAllOpen,
    /** Chooses a type, and a role or user of it. */
    choose: (nextKind: PrincipalKind, next: Principal | null) =>
      editing.confirmLoss(() => {
        setKind(nextKind)
        setPrincipal(next)
        editing.show(null)
        if (next !== null) load(next)
      }),
    retry: () => principal !== null && load(principal),
    toggleAll: () => setOpen(new Set(isAllOpen ? [] : listGroups(tree))),
    setOpen: (id: number, isOpen: boolean) =>
      setOpen((ids) => new Set(isOpen ? [...ids, id] : [...ids].filter((opened) => opened !== id))),
    setLeaf: (id: number, enabled: boolean) => editing.edit(setLeaf(tree, id, enabled)),
    setGroup: (id: number, enabled: boolean) => editing.edit(setGroup(tree, id, enabled)),
    undo: () => editing.show(stored),
    /** Saves the tree, after a question if the user would lose the right to administer. */
    save: (isOwn: boolean) => {
      if (stored === null) return banner.show('Please select a role or user to save rights')
      if (editing.isRunning()) return
      if (isOwn && editing.changes.get(portalPermissions.roles.id) === false) {
        editing.ask({ ...LOCK_OUT, proceed: editing.save })
      } else editing.save()
    },
  }
}

export type PermissionEditor = ReturnType<typeof usePermissions>
