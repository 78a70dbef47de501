import { lenientPage, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { SERVICE as service } from '../../../schemas/api/menu.ts'
import { ApiError, isAborted } from '../api/errors.ts'
import type { Client } from '../api/client.ts'
import type { LoadedPermissions, SaveInput } from './permissions-machine.ts'
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

/** Without the role's tree, the user's is shown all the same; the failure is in the log. */
const readGrants = async (api: Client, roleId: number, signal: AbortSignal) => {
  try {
    return listGranted((await readTree(api, 'role', roleId, signal)).tree)
  } catch (error) {
    if (isAborted(error)) throw error
    return null
  }
}

/** A role's or user's tree, for a user with what the role grants. */
export const loadPermissions = async (
  api: Client,
  subject: Principal,
  signal: AbortSignal,
): Promise<LoadedPermissions> => {
  const roleId = subject.kind === 'user' ? subject.roleId : null
  const [held, role] = await Promise.all([
    readTree(api, subject.kind, subject.id, signal),
    roleId === null ? null : readGrants(api, roleId, signal),
  ])
  return { ...held, role }
}

const SAVES = {
  role: { path: '/v1/rights-management/save-role-rights', parameter: 'roleId' },
  user: { path: '/v1/rights-management/save-system-user-rights', parameter: 'userId' },
} as const

/** Saves the whole tree and returns it as the server holds it now, with its new ETag. */
export const savePermissions = async (
  api: Client,
  { subject, held, tree }: SaveInput,
): Promise<LoadedPermissions> => {
  const { path, parameter } = SAVES[subject.kind]
  await api.send('POST', path, {
    query: { [parameter]: subject.id, service },
    body: { records: tree },
    headers: held.etag === null ? {} : { 'if-match': held.etag },
    schema: AnyEnvelope,
  })
  try {
    return { ...(await readTree(api, subject.kind, subject.id)), role: held.role }
  } catch {
    return { tree, etag: null, role: held.role }
  }
}

const REFUSED: Record<PrincipalKind, string> = {
  role: 'Error saving role rights',
  user: 'Error saving system user rights',
}

/** What rights that are not saved say: the server's message, its fallback, or the exception's text. */
export const getPermissionsErrorMessage = (error: unknown, kind: PrincipalKind): string => {
  const wasAnswered = error instanceof ApiError && error.status !== undefined
  if (wasAnswered || getConflict(error) !== null) {
    return getRecordErrorMessage(error, { refused: REFUSED[kind], unexpected: REFUSED[kind] })
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
  return `Error saving rights: ${reason}`
}

/** Whose rights are shown. A user has a role to compare with, if the server tells it. */
export type Principal =
  | { readonly kind: 'role'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number; readonly roleId: number | null }

export type PrincipalKind = Principal['kind']
