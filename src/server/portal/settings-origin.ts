import { readFileSync, statSync } from 'node:fs'

/**
 * The origin that the portal's calls go to by its settings file, or undefined where it is this server.
 * The file may be edited while the server runs, so it is read again when it has changed.
 */
export function settingsOrigin(file: string): () => string | undefined {
  let readAt = -1
  let origin: string | undefined
  return () => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (changedAt !== readAt) {
      origin = changedAt === 0 ? undefined : originIn(readFileSync(file, 'utf8'))
      readAt = changedAt
    }
    return origin
  }
}

function originIn(text: string): string | undefined {
  const base = /^[ \t]*api\.base\.url[ \t]*[=:][ \t]*(\S+)/m.exec(text)?.[1] ?? ''
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) return undefined
  return new URL(base).origin
}
