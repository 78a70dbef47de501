import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { answerFailure } from '../errors.ts'
import { isApiPath } from './api-path.ts'

/** Unknown paths: the portal's own routes get its page, calls and missing files the envelope (R31). */
export function answerUnknownPaths(app: FastifyInstance, { portalFolder }: AppDeps): void {
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !isApiPath(request.url) && !isFile(request.url)
    if (isPage && portalFolder !== undefined) return reply.sendFile('index.html')
    return answerFailure(request, reply, { status: 404, message: 'There is nothing at this address.' })
  })
}

function isFile(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return path.startsWith('/assets/') || path === '/settings.properties'
}
