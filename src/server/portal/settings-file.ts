import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../api-error.ts'

/** Serves the settings file as it is now; a server with demo accounts adds that it has them (R69). */
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
