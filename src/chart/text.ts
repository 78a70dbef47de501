/** Widths are estimated, not measured, since the chart models have no screen: a label may be a few pixels off. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffe6]|\p{Extended_Pictographic}/u

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Longer texts are never measured to their end. */
const MAX_LENGTH = 400

/** Returns the width of a grapheme as a share of the font size. */
function getRelativeWidth(grapheme: string): number {
  if (/^[\s.,:;'|!ilIjtf()-]$/.test(grapheme)) return 0.3
  if (grapheme === '%') return 0.9
  if (/^[A-Z@&MWmw→]$/.test(grapheme)) return 0.7
  return WIDE.test(grapheme) ? 1.05 : 0.56
}

/** Returns the graphemes of the text. The segmenter is slow, and most texts are ASCII. */
const splitGraphemes = (text: string): readonly string[] =>
  /^[\x20-\x7e]*$/.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Returns the width of a text in px, in a sans-serif font of the given size. */
export function measureText(text: string, size: number): number {
  return splitGraphemes(text.slice(0, MAX_LENGTH)).reduce(
    (width, grapheme) => width + getRelativeWidth(grapheme) * size,
    0,
  )
}

/** Returns the text, cut off with an ellipsis if it is wider than `maxWidth` px. Line breaks become spaces. */
export function truncate(text: string, size: number, maxWidth: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_LENGTH && measureText(line, size) <= maxWidth) return line
  let width = size * 0.9
  let kept = ''
  for (const grapheme of splitGraphemes(line.slice(0, MAX_LENGTH))) {
    width += getRelativeWidth(grapheme) * size
    if (width > maxWidth) break
    kept += grapheme
  }
  return `${kept.trimEnd()}…`
}

const words = new Intl.Segmenter('en', { granularity: 'word' })
/** A longer word is broken. */
const MAX_WORD = 60

/** Returns the text in lines that are at most `maxWidth` px wide. */
export function wrapText(text: string, size: number, maxWidth: number): string[] {
  const parts = Array.from(words.segment(text), ({ segment }) => segment)
  const lines = ['']
  for (const part of parts.flatMap((word) => word.match(new RegExp(`.{1,${MAX_WORD}}`, 'gsu')) ?? [])) {
    const line = `${lines.at(-1) ?? ''}${part}`
    if (measureText(line.trimEnd(), size) <= maxWidth) lines.splice(-1, 1, line)
    else lines.push(part.trimStart())
  }
  return lines.map((line) => line.trimEnd())
}

/** Joins two ends: `7 to 8`, or one of them if they are equal. */
export const joinEnds = (ends: readonly unknown[]): string => [...new Set(ends)].join(' to ')
