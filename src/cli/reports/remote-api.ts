import { addressOf, type Api, nameIn } from './api.ts'

const TIME_LIMIT = 30_000

/** A real API below a base URL. The token goes there and nowhere else: a redirect is no answer. */
export function openRemoteApi(url: string, token: string | null, now: Date): Api {
  const base = url.replace(/\/+$/, '')
  return {
    title: `the API at ${base}`,
    today: now.toISOString().slice(0, 10),
    ask: async (call) => {
      const answer = await fetch(`${base}${addressOf(call)}`, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIME_LIMIT),
      }).catch((error: unknown) => {
        throw new Error(reasonOf(error), { cause: error })
      })
      return {
        status: answer.status,
        contentType: answer.headers.get('content-type') ?? '',
        fileName: nameIn(answer.headers.get('content-disposition')),
        bytes: new Uint8Array(await answer.arrayBuffer()),
      }
    },
    close: () => Promise.resolve(),
  }
}

/** Why nothing came, which fetch hides in the cause of its own error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
