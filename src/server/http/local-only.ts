import type { FastifyInstance } from 'fastify'
import { ApiError, ForbiddenError } from './api-error.ts'
import proxyAddr from '@fastify/proxy-addr'

const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Rejects requests that came through a proxy or name another host: accounts with a known password are for this machine
 * only. Without the check of the host, a page whose name resolves to 127.0.0.1 (DNS rebinding) could use them.
 */
export function restrictToLocalRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (Object.keys(headers).some((name) => FORWARDING.test(name))) {
      throw new ForbiddenError('A server with demo accounts takes no requests through a proxy.')
    }
    if (!LOCAL_HOST.test(headers.host ?? '')) {
      throw new ApiError(421, 'A server with demo accounts is reached as localhost, 127.0.0.1 or [::1] only.')
    }
  })
}

/** The most peers that one process warns of, because any client can send the header. */
const MAX_WARNINGS = 20

/**
 * Logs once for each peer that forwards requests without being a trusted proxy: then its own address counts as that of
 * every client behind it, in the limits of sign-ins and in the log.
 */
export function warnAboutUntrustedProxies(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  const warned = new Set<string>()
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    if (peer === undefined || isTrusted(peer, 0)) return
    if (warned.has(peer) || warned.size >= MAX_WARNINGS) return
    warned.add(peer)
    request.log.warn(
      { peer },
      `X-Forwarded-For from ${peer} is ignored, because it is not a trusted proxy; if it is your proxy, set TRUST_PROXY=${peer}`,
    )
  })
}
