import * as z from 'zod/mini'
import { lenientPage } from '../../../../schemas/api/lenient.ts'
import { SERVICE as service } from '../../../../schemas/api/menu.ts'
import { ApiError } from '../../api/read-response.ts'
import type { Client } from '../../api/client.ts'
import { getConflict, getRecordErrorMessage } from '../error-messages.ts'
import type { Stored } from '../use-draft.tsx'
import { type Grants, listGranted, PermissionNode } from './permission-tree.ts'

export type PrincipalKind = 'role' | 'user'

/** Names the role or user whose permissions are shown. */
export type Principal = {
  readonly kind: PrincipalKind
  readonly id: number
  readonly name: string
  /** With which a user is compared; null if the server does not return it, and for a role. */
  readonly roleId: number | null
}

/** Contains a tree as the server has stored it. */
export type Permissions = {
  readonly principal: Principal
  readonly tree: readonly PermissionNode[]
  /** For a user: the permissions of the role, by id; null if unknown. */
  readonly role: Grants | null
  /** What the last save means for administrators who lack a right. */
  readonly warning?: string | undefined
}

const readTree = async (api: Client, kind: PrincipalKind, id: number) => {
  const { data, etag } = await api.send('GET', `/v1/menu-hierarchy/${kind}/${id}`, {
    query: { service },
    schema: lenientPage(PermissionNode),
  })
  return { tree: data.records, etag }
}

/**
 * Loads the tree of a role or user; for a user also the permissions of the role, null if they cannot be loaded, because
 * the user's tree is shown anyway.
 */
export const loadPermissions = async (api: Client, principal: Principal): Promise<Stored<Permissions>> => {
  const { kind, id, roleId } = principal
  const [{ tree, etag }, role] = await Promise.all([
    readTree(api, kind, id),
    roleId === null
      ? null
      : readTree(api, 'role', roleId).then(
          (read) => listGranted(read.tree),
          () => null,
        ),
  ])
  return { record: { principal, tree, role }, etag }
}

const Saved = z.object({ warning: z.catch(z.optional(z.string()), undefined) })

const SAVES = {
  role: { path: '/v1/rights-management/save-role-rights', parameter: 'roleId' },
  user: { path: '/v1/rights-management/save-system-user-rights', parameter: 'userId' },
} as const

/** Saves the whole tree and returns it as the server has stored it, with its new ETag. */
export const savePermissions = async (
  api: Client,
  { record, etag }: Stored<Permissions>,
  tree: readonly PermissionNode[],
): Promise<Stored<Permissions>> => {
  const { kind, id } = record.principal
  const { path, parameter } = SAVES[kind]
  const { warning } = await api.post(path, {
    query: { [parameter]: id, service },
    body: { records: tree },
    headers: etag === null ? {} : { 'if-match': etag },
    schema: Saved,
  })
  try {
    const stored = await readTree(api, kind, id)
    return { record: { ...record, tree: stored.tree, warning }, etag: stored.etag }
  } catch {
    return { record: { ...record, tree, warning }, etag: null }
  }
}

const FALLBACK_MESSAGES: Record<PrincipalKind, string> = {
  role: 'Error saving role rights',
  user: 'Error saving system user rights',
}

/** Returns the banner after a failed save: the server's message, its fallback, or the text of the exception. */
export const getPermissionsErrorMessage = (error: unknown, kind: PrincipalKind): string => {
  const hasResponse = error instanceof ApiError && error.status !== undefined
  if (hasResponse || getConflict(error) !== null) {
    const fallback = FALLBACK_MESSAGES[kind]
    return getRecordErrorMessage(error, { rejected: fallback, unexpected: fallback })
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
  return `Error saving rights: ${reason}`
}
