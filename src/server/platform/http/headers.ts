import type { FastifyInstance } from 'fastify'

export const POLICY_HEADER = 'content-security-policy'

/** What keeps a response from other origins, from frames and from guesses of its type. */
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The headers of a response to a request that could not be parsed: no browser displays or stores it. */
export const bareHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  [POLICY_HEADER]: "default-src 'none';frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  ...isolation,
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // The browser refuses to parse a string as markup or code. The default policy passes the empty string alone, that of the studio one script and the server's mails.
  "require-trusted-types-for 'script'",
  'trusted-types default studio',
]

/** OWASP's headers, but HSTS: plain HTTP on an inner network is a supported set-up, and a proxy with TLS adds it. */
const secureHeaders = {
  [POLICY_HEADER]: policy.join(';'),
  ...isolation,
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** Sets the policy of every response: this origin only, no inline code, no eval, no markup from strings, no framing. */
export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(secureHeaders)
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

/** Returns the policy of a page that sends its calls to another origin. */
export const allowCallsTo = (origin: string, policy: string): string =>
  policy.replace("connect-src 'self'", `connect-src 'self' ${origin}`)

const METHODS = 'GET, POST, PUT, DELETE'
const HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match'
const EXPOSED = 'Content-Disposition, Retry-After, ETag'

/** Allows calls from a portal of another, configured origin. Without configured origins no CORS headers are sent. */
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
