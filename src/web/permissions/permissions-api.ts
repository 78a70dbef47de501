import { pageOf, RightRecord } from '../../../schemas/api/administration-records.ts'
import { Envelope } from '../../../schemas/api/client-envelope.ts'
import { ApiError, isAborted } from '../api/errors.ts'
import type { Client } from '../api/client.ts'
import type { HeldRights, SaveInput } from './permissions-machine.ts'
import { grantsOf, treeOf } from './permission-tree.ts'
import { outdatedBy, recordFailureText } from '../administration/error-messages.ts'

/** The service that rights are scoped to (spec §9). */
const service = 'bidashboard'

const readTree = async (api: Client, kind: SubjectKind, id: number, signal?: AbortSignal) => {
  const { data, etag } = await api.send('GET', `/v1/menu-hierarchy/${kind}/${id}`, {
    query: { service },
    schema: pageOf(RightRecord),
    ...(signal === undefined ? {} : { signal }),
  })
  return { tree: treeOf(data.records), etag }
}

/** Without the role's tree, the user's is shown all the same; the failure is in the log. */
const readGrants = async (api: Client, roleId: number, signal: AbortSignal) => {
  try {
    return grantsOf((await readTree(api, 'role', roleId, signal)).tree)
  } catch (error) {
    if (isAborted(error)) throw error
    return null
  }
}

/** A role's or user's tree, for a user with what the role grants (spec §7, R21). */
export const readRights = async (api: Client, subject: Subject, signal: AbortSignal): Promise<HeldRights> => {
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

/** Saves the whole tree (R47) and returns it as the server holds it now, with its new ETag (R64). */
export const saveRights = async (api: Client, { subject, held, tree }: SaveInput): Promise<HeldRights> => {
  const { path, parameter } = SAVES[subject.kind]
  await api.send('POST', path, {
    query: { [parameter]: subject.id, service },
    body: { records: tree },
    headers: held.etag === null ? {} : { 'if-match': held.etag },
    schema: Envelope,
  })
  try {
    return { ...(await readTree(api, subject.kind, subject.id)), role: held.role }
  } catch {
    return { tree, etag: null, role: held.role }
  }
}

const REFUSED: Record<SubjectKind, string> = {
  role: 'Error saving role rights',
  user: 'Error saving system user rights',
}

/** What rights that are not saved say: the server's message, its fallback, or the exception's text (spec §8). */
export const rightsFailureText = (error: unknown, kind: SubjectKind): string => {
  const wasAnswered = error instanceof ApiError && error.status !== undefined
  if (wasAnswered || outdatedBy(error) !== null) {
    return recordFailureText(error, { refused: REFUSED[kind], unexpected: REFUSED[kind] })
  }
  const reason = error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
  return `Error saving rights: ${reason}`
}

/** Whose rights are shown. A user has a role to compare with (R21), if the server tells it. */
export type Subject =
  | { readonly kind: 'role'; readonly id: number }
  | { readonly kind: 'user'; readonly id: number; readonly roleId: number | null }

export type SubjectKind = Subject['kind']
