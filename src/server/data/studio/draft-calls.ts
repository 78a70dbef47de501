import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type DraftCall, MAX_DRAFT_BYTES } from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { envelope } from '../../../../schemas/api/responses.ts'
import { declareCall } from '../../platform/http/permission.ts'
import { badRequest, ForbiddenError } from '../../platform/http/responses.ts'
import type { Refusal } from './draft-answers.ts'

const { studio, roles, data } = portalPermissions

/** Declares a call that works on drafts and stores nothing. */
export const declareDraftCall = <R extends z.core.$ZodType, B extends z.core.$ZodType>(
  operationId: string,
  summary: string,
  record: R,
  body: B,
) => ({
  ...declareCall(
    { permission: [studio.id], requiresDiskSpace: false },
    operationId,
    summary,
    envelope(record),
    { body },
  ),
  bodyLimit: MAX_DRAFT_BYTES,
})

const ANSWER_MS = 30_000

/** Runs work on drafts until the client has gone or it takes too long. A refusal is a bad request. */
export async function runDraft<T extends object>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T | Refusal>,
): Promise<T> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const limit = AbortSignal.timeout(ANSWER_MS)
  const result = await work(AbortSignal.any([limit, gone.signal])).catch((error: unknown) => {
    if (limit.aborted) throw badRequest('The demo records take too long.')
    throw gone.signal.aborted ? badRequest('The request was ended.') : error
  })
  if ('refusal' in result) throw badRequest(result.refusal)
  return result
}

/** Refuses stored records for drafts: a draft can ask a table for anything, as an import shows anything of it. */
export function requireStoredRecords(request: FastifyRequest, { drafts }: Pick<DraftCall, 'drafts'>): void {
  const held = new Set(request.currentPermissions?.map(({ id }) => id))
  if (!(held.has(roles.id) && held.has(data.id)))
    throw new ForbiddenError('Stored records need the rights Roles and Data.')
  if (drafts.some(({ kind }) => kind === 'datasets'))
    throw badRequest('The table of this draft has no stored records.')
}
