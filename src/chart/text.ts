/** Widths are estimated, not measured: the engine has no screen, and a label may be a few pixels off. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffe6]|\p{Extended_Pictographic}/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const SHARE = { narrow: 0.3, usual: 0.56, capital: 0.7, wide: 1.05 }

function share(grapheme: string): number {
  if (/^[\s.,:;'|!ilIjtf()-]$/.test(grapheme)) return SHARE.narrow
  if (/^[A-Z@%&MWmw→]$/.test(grapheme)) return SHARE.capital
  return WIDE.test(grapheme) ? SHARE.wide : SHARE.usual
}

/** Splitting into graphemes is dear, and most texts are plain. */
const pieces = (text: string): readonly string[] =>
  /^[\x20-\x7e]*$/.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)

/** The width of a text in px, for a sans-serif of the given size. */
export function measureText(text: string, size: number): number {
  return pieces(text.slice(0, 400)).reduce((width, piece) => width + share(piece) * size, 0)
}

/** The text, cut with an ellipsis where it is wider than `room` px. Line breaks become blanks. */
export function truncate(text: string, size: number, room: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= 400 && measureText(line, size) <= room) return line
  let width = size * 0.9
  let kept = ''
  for (const piece of pieces(line.slice(0, 400))) {
    width += share(piece) * size
    if (width > room) break
    kept += piece
  }
  return `${kept.trimEnd()}…`
}
