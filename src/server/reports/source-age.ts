import type { FastifyReply } from 'fastify'
import type { SourceReads } from '../sources/sources.ts'

/** When data of another database was read there, followed by `;stale` if it does not answer now. */
export const DATA_AS_OF = 'data-as-of'

/** Says how old the data of a response is, if some of it is from another database. */
export function sendAge(reply: FastifyReply, { getAge }: Pick<SourceReads, 'getAge'>): void {
  const age = getAge()
  if (age !== null) void reply.header(DATA_AS_OF, `${age.at.toISOString()}${age.isStale ? ';stale' : ''}`)
}
