import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from './api-error.ts'
import { sendError } from './error-handler.ts'

/** Serves the current settings file; a server with demo accounts adds a line that says so. */
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

/** Sends the envelope for a path without a route, for every method, before any body is read. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(MESSAGE)
  })
  // A route may itself find nothing at its path, as that of the files does.
  app.setNotFoundHandler((request, reply) => sendError(request, reply, { status: 404, message: MESSAGE }))
}
