// oxlint-disable-next-line import/default -- Vite exports the address of the built script
import workerUrl from './check-worker.ts?worker&url'

const rules = {
  createScriptURL: (url: string) => {
    if (url === workerUrl) return url
    throw new TypeError(`the studio runs no script at ${url}`)
  },
  createHTML: (html: string) => html,
}

let policy: typeof rules | undefined

/** Returns the policy of the studio, which is created with its first text. */
const getPolicy = () => (policy ??= window.trustedTypes?.createPolicy('studio', rules) ?? rules)

/** Returns the address of the one script that the policy of the studio lets a worker run. */
export const trustWorker = (): string => getPolicy().createScriptURL(workerUrl)

/** Parses a mail of the server into a document in which nothing runs or loads. */
export function parseMail(html: string): Document {
  // A style of the markup would break the policy of the page: it is set by script.
  const inert = html.replaceAll(' style="', ' data-style="')
  const trusted = getPolicy().createHTML(inert)
  const mail = new DOMParser().parseFromString(trusted, 'text/html')
  for (const element of mail.querySelectorAll('script, meta, title, link, style')) element.remove()
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href')
  return mail
}
