import { readFileSync, statSync } from 'node:fs'
import { DEFAULT_APP_NAME } from '../../../schemas/settings.ts'

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

/** The origin of the API, or undefined if it is this server. */
export function parseApiOrigin(text: string): string | undefined {
  const base = /^[ \t]*api\.base\.url[ \t]*[=:][ \t]*(\S+)/m.exec(text)?.[1] ?? ''
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) return undefined
  return new URL(base).origin
}

/** The name of the portal as its pages show it; the last line with the key counts. */
export function parseAppName(text: string): string {
  const [last] = [...text.matchAll(/^[ \t\uFEFF]*app\.name[ \t]*[=:][ \t]*(.*)$/gm)].toReversed()
  return last?.[1]?.trim() || DEFAULT_APP_NAME
}
