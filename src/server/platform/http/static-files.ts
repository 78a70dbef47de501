import { statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { readFile } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isApiPath } from '../../../../schemas/api/parameters.ts'
import { apiFeatures, type ApiFeature, parseProperties } from '../../../../schemas/settings.ts'
import { getErrorCode } from '../database/errors.ts'
import { ApiError, notFound } from './responses.ts'
import { allowCallsTo, IMAGE_POLICY, POLICY_HEADER } from './headers.ts'
import { sendError } from './error-handler.ts'
import { parseApiOrigin, watchSettings } from './settings-file.ts'

export const NOT_FOUND = 'There is nothing at this address.'

/**
 * Serves the built portal: its page is never cached, its hashed files are cached for ever. A path that is neither a
 * call nor a file is a route of the portal and gets its page.
 */
export async function serveStaticFiles(
  app: FastifyInstance,
  folder: string,
  settingsFile: string | undefined,
): Promise<void> {
  const assets = resolve(folder, 'assets') + sep
  const callsGoTo = settingsFile === undefined ? () => undefined : watchSettings(settingsFile, parseApiOrigin)
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const cache = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.setHeader('cache-control', cache)
      reply.setHeader('vary', 'accept-encoding')
    },
  })
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { permission: 'public' },
    schema: { hide: true },
    errorHandler: (error) => {
      const message = fileRefusals.get(error.statusCode)
      throw message === undefined ? error : new ApiError(error.statusCode ?? 400, message)
    },
    handler: (request, reply) => {
      const path = request.params['*']
      if (isApiPath(request.url)) throw notFound(NOT_FOUND)
      const isFile = isFileIn(folder, path)
      if (!isFile && path.startsWith('assets/')) throw notFound(NOT_FOUND)
      const file = isFile ? path : 'index.html'
      const origin = file === 'index.html' ? callsGoTo() : undefined
      if (origin !== undefined) {
        void reply.header(POLICY_HEADER, allowCallsTo(origin, String(reply.getHeader(POLICY_HEADER))))
      }
      if (/\.svgz?\/*$/i.test(file)) void reply.header(POLICY_HEADER, IMAGE_POLICY)
      return reply.sendFile(file)
    },
  })
}

/** The errors of If-Match and Range. */
const fileRefusals: ReadonlyMap<number | undefined, string> = new Map([
  [412, 'Precondition failed: the file has changed.'],
  [416, 'The file has no such range.'],
])

/**
 * Serves the current settings file. A server with demo accounts adds a line that says so, and one whose API the portal
 * uses adds what that API offers beyond the calls of the specification.
 */
export function serveSettings(
  app: FastifyInstance,
  file: string,
  {
    demoAccounts,
    oidc,
    mail,
    secondFactor = false,
  }: {
    readonly demoAccounts: boolean
    readonly oidc?: { readonly passwordAccounts: readonly string[] } | undefined
    readonly mail?: unknown
    readonly secondFactor?: boolean
  },
): void {
  const isOffered: Partial<Record<ApiFeature, boolean>> = {
    schedules: mail !== undefined,
    invitations: mail !== undefined,
    'second-factor': secondFactor,
  }
  const features = apiFeatures.filter((feature) => isOffered[feature] ?? true)
  app.get(
    '/settings.properties',
    { config: { permission: 'public' }, schema: { hide: true } },
    async (_request, reply) => {
      const text = await readFile(file, 'utf8').catch(() => {
        throw notFound('There is no settings file.')
      })
      void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
      const isOwnApi = parseApiOrigin(text) === undefined
      const entries = parseProperties(text)
      const lines = [
        text.trimEnd(),
        ...(isOwnApi && !entries.has('api.features') ? [`api.features=${features.join(',')}`] : []),
        ...(isOwnApi && oidc !== undefined && !entries.has('auth.company.label')
          ? ['auth.company.label=Company sign-in']
          : []),
        ...(isOwnApi && oidc !== undefined && oidc.passwordAccounts.length > 0
          ? ['auth.company.only=true']
          : []),
        ...(demoAccounts ? ['app.demo=true'] : []),
      ]
      return `${lines.join('\n')}\n`
    },
  )
}

/** Sends the envelope for a path without a route, for every method, before any body is read. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(NOT_FOUND)
  })
  // A route may itself find nothing at its path, as that of the files does.
  app.setNotFoundHandler((request, reply) => sendError(request, reply, notFound(NOT_FOUND)))
}

function isFileIn(folder: string, path: string): boolean {
  const file = resolve(folder, path)
  if (path.includes('\0') || !file.startsWith(resolve(folder) + sep)) return false
  try {
    return statSync(file).isFile()
  } catch (error) {
    if (NO_FILE.has(getErrorCode(error))) return false
    throw error
  }
}

/** No such file, a file as a folder, or a name that is too long for any. */
const NO_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])
