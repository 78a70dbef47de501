import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'

/** How many peers one process warns of: anybody can send the header. */
const MOST_WARNINGS = 20

/**
 * Logs once for each peer that forwards requests without being a trusted proxy: then its own address counts as that of
 * every client behind it, in the limits of sign-ins and in the log.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  const warned = new Set<string>()
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    if (peer === undefined || isTrusted(peer, 0)) return
    if (warned.has(peer) || warned.size >= MOST_WARNINGS) return
    warned.add(peer)
    request.log.warn(
      { peer },
      `X-Forwarded-For from ${peer} is ignored, because it is not a trusted proxy; if it is your proxy, set TRUST_PROXY=${peer}`,
    )
  })
}
