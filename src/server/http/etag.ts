import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** The ETag of a record or tree as it is sent. */
export function formatEtag(record: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 27)}"`
}

/** Throws 412 if the caller changes a version that is no longer the current one. */
export function checkIfMatch(request: FastifyRequest, current: unknown): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  const accepted = wanted.split(',').map((tag) => tag.trim())
  if (!accepted.includes(formatEtag(current))) {
    throw new ApiError(412, 'This record was changed by someone else.')
  }
}
