const LONGEST = 32_767

/** Not allowed in XML 1.0, or a control character; `\p{Cc}` covers NUL, tab, line ends, DEL and C1. */
const UNFIT = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
/** What a spreadsheet would read as an escaped character. */
const ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g

/**
 * Text as a cell can hold it: without control characters and lone surrogates, at most 32,767 characters. Text that
 * begins like a formula stays as it is, since it is stored as a string (S50, S51).
 */
export function cellText(text: string): string {
  const fit = text.replaceAll(UNFIT, '').replaceAll(ESCAPE, '_x005F_')
  return fit.length <= LONGEST ? fit : fit.slice(0, LONGEST).replaceAll(UNFIT, '')
}
