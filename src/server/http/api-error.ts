/** An error that is sent to the caller, with its status. */
export class ApiError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The caller may not do this. Every such error is logged; only its message is sent. */
export class ForbiddenError extends ApiError {
  readonly menuIds: readonly number[] | undefined

  constructor(message: string, menuIds?: readonly number[]) {
    super(403, message)
    this.menuIds = menuIds
  }
}

export const notFound = (message: string) => new ApiError(404, message)
export const conflict = (message: string) => new ApiError(409, message)
export const badRequest = (message: string) => new ApiError(400, message)

/** Throws 400 if the id in a body differs from the id in the path. */
export function checkSameId(pathId: number, bodyId: number | undefined): void {
  if (bodyId === undefined || bodyId === pathId) return
  throw badRequest(`The body has the id ${bodyId}, and the address the id ${pathId}.`)
}
