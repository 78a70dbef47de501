import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { settingsOrigin } from './settings-origin.ts'

/** The policy of every answer: nothing but this origin, no inline code, no eval, no framing (S40, S41). */
export async function securityHeaders(app: FastifyInstance, { settingsFile }: AppDeps): Promise<void> {
  const origin = settingsFile === undefined ? () => undefined : settingsOrigin(settingsFile)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: [() => ["'self'", origin() ?? ''].join(' ').trim()],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    // Plain HTTP on an inner network is a supported set-up; a proxy with TLS adds this header itself.
    strictTransportSecurity: false,
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    void reply.header('x-request-id', request.id)
  })
}
