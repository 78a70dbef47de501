import type { FastifyInstance } from 'fastify'
import { ApiError, Forbidden } from '../api-error.ts'

const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Refuses requests that came through a proxy or name another host: accounts with a known password are for this
 * machine alone (R69). Without the check of the host, a page of the internet whose name is made to resolve to
 * 127.0.0.1 could use them.
 */
export function restrictToLocalRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (Object.keys(headers).some((name) => FORWARDING.test(name))) {
      throw new Forbidden('A server with demo accounts takes no requests through a proxy.')
    }
    if (!LOCAL_HOST.test(headers.host ?? '')) {
      throw new ApiError(421, 'A server with demo accounts is reached as localhost, 127.0.0.1 or [::1] only.')
    }
  })
}
