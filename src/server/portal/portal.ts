import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isApiPath } from './api-path.ts'

/** Serves the built portal: its page never from a cache, its hashed files for ever. */
export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
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
}
