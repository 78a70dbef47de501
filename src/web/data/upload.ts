/**
 * Creates a `fetch` that reports how much of the body was sent, from 0 to 1. Browsers tell the progress of an upload only
 * by the older interface.
 */
export const createUpload =
  (onProgress: (part: number) => void): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const { signal } = init
      const abort = () => request.abort()
      request.open(init.method ?? 'POST', input instanceof Request ? input.url : input)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
      request.addEventListener('load', () => {
        const headers = { 'content-type': request.getResponseHeader('content-type') ?? '' }
        resolve(new Response(request.responseText, { status: request.status, headers }))
      })
      request.addEventListener('error', () => reject(new TypeError('the upload failed')))
      request.addEventListener('abort', () => reject(signal?.reason ?? new TypeError('the upload ended')))
      signal?.addEventListener('abort', abort)
      request.send(init.body as Blob)
    })
