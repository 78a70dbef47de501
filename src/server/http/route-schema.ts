import type { ErrorStatus } from '../openapi/error-responses.ts'

declare module 'fastify' {
  /** What a route says of itself for the API's document; a route that says nothing is not registered. */
  interface FastifySchema {
    /** The call's name for programs, such as `listRoles`. */
    operationId?: string
    /** What the call does, in a few words. */
    summary?: string
    /** What the call is about, where its path does not say it. */
    tag?: string
    /** The portal's own files are no calls. */
    hide?: boolean
    /** Errors of this call beyond those that every call of its form may have. */
    refuses?: readonly ErrorStatus[]
    /** The answer bears an ETag. */
    versioned?: boolean
    /** The answer is a workbook. */
    workbook?: boolean
  }
}
