import { lenientPage, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { SERVICE as service } from '../../../schemas/api/menu.ts'
import { ApiError, isAborted } from '../api/response.ts'
import type { Client } from '../api/client.ts'
import type { LoadedPermissions, Principal, PrincipalKind, SaveInput } from './permissions-setup.ts'
import { listGranted, PermissionNode } from './permission-tree.ts'
import { getConflict, getRecordErrorMessage } from '../administration/error-messages.ts'

const readTree = async (api: Client, kind: PrincipalKind, id: number, signal?: AbortSignal) => {
  const { data, etag } = await api.send('GET', `/v1/menu-hierarchy/${kind}/${id}`, {
    query: { service },
    schema: lenientPage(PermissionNode),
    ...(signal === undefined ? {} : { signal }),
  })
  return { tree: data.records, etag }
}

/** The permissions of a role; null if they cannot be loaded, because the user's tree is shown anyway. */
const readGrants = async (api: Client, roleId: number, signal: AbortSignal) => {
  try {
    return listGranted((await readTree(api, 'role', roleId, signal)).tree)
  } catch (error) {
    if (isAborted(error)) throw error
    return null
  }
}

/** Loads the tree of a role or user; for a user also the permissions of the role. */
export const loadPermissions = async (
  api: Client,
  principal: Principal,
  signal: AbortSignal,
): Promise<LoadedPermissions> => {
  const roleId = principal.kind === 'user' ? principal.roleId : null
  const [loaded, role] = await Promise.all([
    readTree(api, principal.kind, principal.id, signal),
    roleId === null ? null : readGrants(api, roleId, signal),
  ])
  return { ...loaded, role }
}

const SAVES = {
  role: { path: '/v1/rights-management/save-role-rights', parameter: 'roleId' },
  user: { path: '/v1/rights-management/save-system-user-rights', parameter: 'userId' },
} as const

/** Saves the whole tree and returns it as the server has stored it, with its new ETag. */
export const savePermissions = async (
  api: Client,
  { principal, loaded, tree }: SaveInput,
): Promise<LoadedPermissions> => {
  const { path, parameter } = SAVES[principal.kind]
  await api.send('POST', path, {
    query: { [parameter]: principal.id, service },
    body: { records: tree },
    headers: loaded.etag === null ? {} : { 'if-match': loaded.etag },
    schema: AnyEnvelope,
  })
  try {
    return { ...(await readTree(api, principal.kind, principal.id)), role: loaded.role }
  } catch {
    return { tree, etag: null, role: loaded.role }
  }
}

const FALLBACK_MESSAGES: Record<PrincipalKind, string> = {
  role: 'Error saving role rights',
  user: 'Error saving system user rights',
}

/** The banner after a failed save: the server's message, its fallback, or the text of the exception. */
export const getPermissionsErrorMessage = (error: unknown, kind: PrincipalKind): string => {
  const hasResponse = error instanceof ApiError && error.status !== undefined
  if (hasResponse || getConflict(error) !== null) {
    const fallback = FALLBACK_MESSAGES[kind]
    return getRecordErrorMessage(error, { rejected: fallback, unexpected: fallback })
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
  return `Error saving rights: ${reason}`
}
