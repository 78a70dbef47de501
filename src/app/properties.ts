const LINE = /\r\n|\r|\n/
const COMMENT = /^[#!]/
const ENTRY = /^([^=:]*?)\s*[=:]\s*(.*)$/

/**
 * The entries of a properties file: `key=value` per line, `#` or `!` starts a comment line, the first `=` or `:`
 * separates, the last of two equal keys holds. Lines of another form are ignored.
 */
export const parseProperties = (text: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>()
  for (const line of text.replace(/^\uFEFF/, '').split(LINE)) {
    const trimmed = line.trim()
    if (COMMENT.test(trimmed)) continue
    const [, key, value] = ENTRY.exec(trimmed) ?? []
    if (key !== undefined && key !== '' && value !== undefined) entries.set(key, value)
  }
  return entries
}
