import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../api-error.ts'
import type { AppDeps } from '../app-deps.ts'
import { isApiPath } from './api-path.ts'

/** Serves the built portal: its page never from a cache, its hashed files for ever. */
export async function servePortal(app: FastifyInstance, folder: string, deps: AppDeps): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(folder, 'assets'))
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { config: { permission: 'public' } }, (_request, reply) => reply.sendFile('index.html'))
  app.get<{ Params: { '*': string } }>('/*', { config: { permission: 'public' } }, (request, reply) => {
    if (isApiPath(request.url)) return reply.callNotFound()
    return reply.sendFile(request.params['*'])
  })
  serveSettings(app, join(folder, 'settings.properties'), deps)
}

/** Serves the settings file as it is now; a server with demo accounts adds that it has them (R69). */
export function serveSettings(app: FastifyInstance, file: string, deps: Pick<AppDeps, 'demoAccounts'>): void {
  app.get('/settings.properties', { config: { permission: 'public' } }, async (_request, reply) => {
    const text = await readFile(file, 'utf8').catch(() => {
      throw notFound('There is no settings file.')
    })
    void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return deps.demoAccounts ? `${text.trimEnd()}\napp.demo=true\n` : text
  })
}
