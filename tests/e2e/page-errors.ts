import type { BrowserContext } from '@playwright/test'

/**
 * What no page may do unless its test names it: break the policy, ask another origin, throw, or write an error to
 * the console.
 */
export class Problems {
  readonly #origin: string
  readonly #found: string[] = []
  readonly #named: (string | RegExp)[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Names a problem that the test provokes. */
  expect(...texts: readonly (string | RegExp)[]): void {
    this.#named.push(...texts)
  }

  /** Watches all pages of a browser context; the test's own is watched already. The browser itself writes breaches of the policy there. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`console: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#found.push(`uncaught: ${error.error().message}`))
    context.on('request', (request) => {
      const url = request.url()
      if (/^(data|blob):/.test(url) || new URL(url).origin === this.#origin) return
      this.#found.push(`another origin: ${request.method()} ${url}`)
    })
  }

  /** Everything found so far. */
  all(): readonly string[] {
    return this.#found
  }

  /** The problems that no test has named. */
  unnamed(): readonly string[] {
    const isNamed = (found: string) =>
      this.#named.some((text) => (typeof text === 'string' ? found.includes(text) : text.test(found)))
    return this.#found.filter((found) => !isNamed(found))
  }
}
