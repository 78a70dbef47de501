import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { type RecordEvent, RequestEvents } from '../audit/request-events.ts'
import type { Connection } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { type AssignedPermissions, readAssignedPermissions } from '../permissions/repository.ts'
import { authorize } from './authorization.ts'

/**
 * Runs the work of a writing request in one transaction, which first authorizes the request again: since the first
 * check the caller may have been signed out, deactivated or demoted, for example while a password waited to be hashed.
 * The work gets the permissions of the caller, and records the audit events of its change: they are stored in the same
 * transaction and logged after the commit (S86, S90). Throws 401 or 403 as `authorize`, and what the work throws.
 */
export async function transactAsCaller<T>(
  deps: AppDeps,
  request: FastifyRequest,
  work: (
    transaction: Connection,
    callerPermissions: AssignedPermissions,
    recordEvent: RecordEvent,
  ) => Promise<T>,
): Promise<T> {
  const { result, events } = await withTransaction(deps.database, async (transaction) => {
    const caller = await authorize(transaction, request, deps)
    const changes = new RequestEvents(request, deps.clock())
    const permissions = await readAssignedPermissions(transaction, caller)
    const done = await work(transaction, permissions, changes.record)
    await changes.store(transaction)
    return { result: done, events: changes }
  })
  events.log()
  return result
}
