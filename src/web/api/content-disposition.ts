const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu
const LONGEST = 180

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const extended = (header: string): string | null => {
  const match = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(header)
  return match?.[1] === undefined ? null : decoded(match[1].trim())
}

const plain = (header: string): string | null => {
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)
  if (quoted?.[1] !== undefined) return quoted[1].replace(/\\(.)/g, '$1')
  return /filename\s*=\s*([^;\s]+)/i.exec(header)?.[1] ?? null
}

/** A name that is safe to save under: no path parts, no control characters (S52); null if nothing is left. */
export const safeFileName = (name: string): string | null => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(UNSAFE, '').replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean === '') return null
  if (clean.length <= LONGEST) return clean
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, LONGEST - ending.length) + ending
}

/** The file name that a Content-Disposition header gives (RFC 6266), made safe; null if it gives none. */
export const parseFileName = (header: string | null): string | null => {
  if (header === null) return null
  const name = extended(header) ?? plain(header)
  return name === null ? null : safeFileName(name)
}
