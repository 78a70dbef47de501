// oxlint-disable-next-line import/default -- Vite exports the address of the built script
import workerUrl from './check-worker.ts?worker&url'

interface Policy {
  readonly createScriptURL: (url: string) => string
  readonly createHTML: (html: string) => string
}

const createPolicy = (): Policy => {
  const rules: Policy = {
    createScriptURL: (url) => {
      if (url === workerUrl) return url
      throw new TypeError(`the studio runs no script at ${url}`)
    },
    createHTML: (html) => html,
  }
  const types = (
    window as unknown as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }
  ).trustedTypes
  return types?.createPolicy('studio', rules) ?? rules
}

let policy: Policy | undefined

/** Returns the address of the one script that the policy of the studio lets a worker run. */
export const trustWorker = (): string => (policy ??= createPolicy()).createScriptURL(workerUrl)

/** Parses a mail of the server into a document in which nothing runs or loads. */
export function parseMail(html: string): Document {
  // A style of the markup would break the policy of the page: it is set by script.
  const inert = html.replaceAll(' style="', ' data-style="')
  const trusted = (policy ??= createPolicy()).createHTML(inert)
  const mail = new DOMParser().parseFromString(trusted, 'text/html')
  for (const element of mail.querySelectorAll('script, meta, title, link, style')) element.remove()
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href')
  return mail
}
