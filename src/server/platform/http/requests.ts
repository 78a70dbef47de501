import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isApiPath } from '../../../../schemas/api/parameters.ts'
import { decodeUrl } from '../database/database-url.ts'
import { ApiError, badRequest } from './responses.ts'

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Returns the path of a request. A target may be a whole URL, as a client sends it to a proxy; the URL names the host
 * instead of the header. A browser that opens a page by an address with a malformed escape gets the portal's first page.
 */
export function toOriginForm({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [origin, host] = ABSOLUTE.exec(url) ?? []
  if (origin !== undefined) headers.host = host
  const rest = url.slice(origin?.length)
  const path = origin === undefined || rest.startsWith('/') ? rest : `/${rest}`
  const isPage = headers.accept?.startsWith('text/html') === true && !isApiPath(path)
  return isPage && decodeUrl(path.split('?')[0] ?? '') === null ? '/' : path
}

/**
 * Sends the envelope for what Node would reject with a bare status, no host and an unknown expectation, and refuses a
 * second host, of which Node would use the first and a proxy perhaps the other.
 */
export function checkRequestHeads(app: FastifyInstance): void {
  const server: Server = app.server
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  )
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.httpVersion === '1.1' && headers.host === undefined) {
      throw badRequest('The request must name its host in the header Host.')
    }
    if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1) {
      throw badRequest('The request must have one header Host only.')
    }
    const { expect } = headers
    if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
      throw new ApiError(417, 'The only expectation that can be met is 100-continue.')
    }
  })
}

/**
 * Accepts bodies in JSON and UTF-8 only, and never unpacks them. An empty body with the type of JSON
 * counts as no body, because clients send the type with every call. No key may change a prototype.
 */
export function registerBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    const text = decodeBody(bytes, request.headers['content-type'])
    void parse(request, text, (error, value) => {
      if (error === null) done(null, value)
      else done(badRequest(explainParseError(text)))
    })
  })
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new ApiError(415, 'The body must not be encoded; send it without Content-Encoding.')
    }
  })
}

const CHARSET = /;\s*charset\s*=\s*("[^"]*"|[^\s;]*)/gi
const UTF_8 = /^("?)utf-?8\1$/i
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes a body. Throws 415 if its type names another charset, and 400 if it is not UTF-8: replacement characters
 * would make different passwords equal.
 */
function decodeBody(bytes: Uint8Array, contentType = ''): string {
  for (const [, charset = ''] of contentType.matchAll(CHARSET)) {
    if (!UTF_8.test(charset)) throw new ApiError(415, 'The charset of the body must be utf-8.')
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw badRequest('The body is not UTF-8.')
  }
}

function explainParseError(text: string): string {
  try {
    JSON.parse(text)
    return 'The body must not have a field __proto__ or constructor.prototype.'
  } catch {
    return 'The body is not valid JSON.'
  }
}

/** Returns a signal that is aborted when the client of a response closes the connection. */
export function watchClient({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/** Says whether a method may change stored data. */
export const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)
