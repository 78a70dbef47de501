import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from './api-error.ts'
import { sendError } from './error-handler.ts'

/** Serves the settings file as it is now; a server with demo accounts adds that it has them. */
export function serveSettings(app: FastifyInstance, file: string, demoAccounts: boolean): void {
  app.get(
    '/settings.properties',
    { config: { permission: 'public' }, schema: { hide: true } },
    async (_request, reply) => {
      const text = await readFile(file, 'utf8').catch(() => {
        throw notFound('There is no settings file.')
      })
      void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
      return demoAccounts ? `${text.trimEnd()}\napp.demo=true\n` : text
    },
  )
}

const MESSAGE = 'There is nothing at this address.'

/** Answers what no route takes with the envelope, whatever the method, before any body is read. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(MESSAGE)
  })
  // A route may refuse its own path, as the files do.
  app.setNotFoundHandler((request, reply) => sendError(request, reply, { status: 404, message: MESSAGE }))
}
