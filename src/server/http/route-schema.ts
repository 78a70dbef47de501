import type { ErrorStatus } from '../openapi/error-responses.ts'

declare module 'fastify' {
  /** What a route declares for the OpenAPI document; without `operationId` and `summary` it is not registered. */
  interface FastifySchema {
    /** The call's name for programs, such as `listRoles`. */
    operationId?: string
    /** What the call does, in a few words. */
    summary?: string
    /** The tag, if it does not follow from the path. */
    tag?: string
    /** Whether the route is left out of the document, such as the portal's files. */
    hide?: boolean
    /** Error statuses besides those that follow from the schemas and the permission. */
    errorStatuses?: readonly ErrorStatus[]
    /** The response has an ETag. */
    versioned?: boolean
    /** The response is a workbook. */
    workbook?: boolean
  }
}
