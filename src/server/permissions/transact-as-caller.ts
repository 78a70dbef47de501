import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import type { Connection } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { authorize } from '../http/authorization.ts'
import { type AssignedPermissions, readAssignedPermissions } from './effective-permissions.ts'

/**
 * Runs the work of a writing request in one transaction, which first authorizes the request again: since the first
 * check the caller may have been signed out, deactivated or demoted, for example while a password waited to be hashed.
 * The work gets the permissions of the caller. Throws 401 or 403 as `authorize`, and what the work throws.
 */
export function transactAsCaller<T>(
  deps: AppDeps,
  request: FastifyRequest,
  work: (transaction: Connection, callerPermissions: AssignedPermissions) => Promise<T>,
): Promise<T> {
  return withTransaction(deps.database, async (transaction) => {
    const caller = await authorize(transaction, request, deps)
    return work(transaction, await readAssignedPermissions(transaction, caller))
  })
}
