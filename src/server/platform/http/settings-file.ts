import { readFileSync, statSync } from 'node:fs'
import { DEFAULT_APP_NAME, parseProperties } from '../../../../schemas/settings.ts'

/**
 * Returns what `parse` finds in the portal's settings file. The file may be edited while the server runs, so it is read
 * again when it has changed. A file that is missing is empty.
 */
export function watchSettings<T>(file: string, parse: (text: string) => T): () => T {
  let last: { readonly changedAt: number; readonly found: T } | null = null
  return () => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (last === null || last.changedAt !== changedAt) {
      last = { changedAt, found: parse(changedAt === 0 ? '' : readFileSync(file, 'utf8')) }
    }
    return last.found
  }
}

/** Returns the origin of the API, or undefined if it is this server. */
export function parseApiOrigin(text: string): string | undefined {
  const base = parseProperties(text).get('api.base.url') ?? ''
  return /^https?:\/\//i.test(base) && URL.canParse(base) ? new URL(base).origin : undefined
}

/** Returns the name of the portal as its pages show it. */
export const parseAppName = (text: string): string =>
  parseProperties(text).get('app.name') || DEFAULT_APP_NAME
