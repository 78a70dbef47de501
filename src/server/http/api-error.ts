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

/** The caller may not do this. Every such error is logged; what it contains besides its message is not sent. */
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
export function checkSameId(ofPath: number, ofBody: number | undefined): void {
  if (ofBody === undefined || ofBody === ofPath) return
  throw badRequest(`The body has the id ${ofBody}, and the address the id ${ofPath}.`)
}
