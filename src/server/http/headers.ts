import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

export const POLICY_HEADER = 'content-security-policy'

/** The headers of a response to a request that could not be parsed: no browser displays or stores it. */
export const bareHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const secure = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // The browser refuses to parse a string as markup or code, and no script may allow it.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  frameguard: { action: 'deny' },
  // Plain HTTP on an inner network is a supported set-up; a proxy with TLS adds this header itself.
  strictTransportSecurity: false,
})

/** Sets the policy of every response: this origin only, no inline code, no eval, no markup from strings, no framing (S40, S41). */
export function setSecurityHeaders(app: FastifyInstance): void {
  const headers = buildSecurityHeaders()
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    void reply.header('x-request-id', request.id)
    done(null, payload)
  })
}

/** The policy of an SVG file: an image without scripts and further files, also where it is opened by itself. */
export const IMAGE_POLICY =
  "default-src 'none';style-src 'unsafe-inline';img-src data:;sandbox;frame-ancestors 'none'"

/** The policy of a page that sends its calls to another origin. */
export function allowCallsTo(origin: string, policy: string): string {
  return policy.replace("connect-src 'self'", `connect-src 'self' ${origin}`)
}

const METHODS = 'GET, POST, PUT, DELETE'
const HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match'
const EXPOSED = 'Content-Disposition, Retry-After, ETag'

/** Allows calls from a portal of another, configured origin (S39). Without configured origins no CORS headers are sent. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return undefined
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', EXPOSED)
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', '600')
      .send()
  })
}

/** The library writes the same headers to every response, so that it is called once. */
function buildSecurityHeaders() {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  secure(request, response, () => undefined)
  return response.getHeaders()
}
