import { parse } from 'content-disposition'

const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu
const MAX_LENGTH = 180

/** Returns a name that is safe to save under: no path parts, no control characters; null if nothing is left. */
export const safeFileName = (name: string): string | null => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(UNSAFE, '').replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean === '') return null
  if (clean.length <= MAX_LENGTH) return clean
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, MAX_LENGTH - ending.length) + ending
}

/** Returns the file name of a Content-Disposition header (RFC 6266) as a safe name; null if it contains none. */
export const parseFileName = (header: string | null): string | null => {
  const name = header === null ? undefined : parse(header).parameters['filename']
  return name === undefined ? null : safeFileName(name)
}

const REVOKE_AFTER_MS = 60_000

/** Saves a file by the browser's download, under a safe name. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(name) ?? 'download'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
