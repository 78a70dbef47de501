import type { FastifyInstance } from 'fastify'
import { ApiError, badRequest } from './api-error.ts'

/**
 * Accepts bodies in JSON only, and never unpacks them (S33, S36). An empty body with the type of JSON counts as no
 * body, because clients send the type with every call. No key may change a prototype (S35).
 */
export function registerBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') done(null, undefined)
    else {
      void parse(request, text, (error, value) => {
        if (error === null) done(null, value)
        else done(badRequest(explainParseError(text)))
      })
    }
  })
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new ApiError(415, 'The body must not be encoded; send it without Content-Encoding.')
    }
  })
}

function explainParseError(text: string): string {
  try {
    JSON.parse(text)
    return 'The body must not have a field __proto__ or constructor.prototype.'
  } catch {
    return 'The body is not valid JSON.'
  }
}
