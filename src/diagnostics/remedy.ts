import type { LocatedDiagnostic } from './diagnostic.ts'

export interface Remedy {
  readonly from: number
  readonly to: number
  readonly insert: string
}

const JSON_STRING = /"(?:\\.|[^"\\\n])*"/y
const NAME = /[\w.-]+/y

/** Returns the change that a diagnostic suggests for its file; null if it suggests none. */
export function findRemedy(text: string, diagnostic: LocatedDiagnostic): Remedy | null {
  const { message } = diagnostic
  const offset = findOffset(text, diagnostic)
  if (message.startsWith('a comma before it')) {
    const comma = text.lastIndexOf(',', offset)
    return comma < 0 ? null : { from: comma, to: comma + 1, insert: '' }
  }
  const meant =
    /; did you mean '([^']+)'\?/.exec(message)?.[1] ??
    /; allowed is '([^']+)', the name of the file$/.exec(message)?.[1]
  if (meant === undefined || isInExpression(text, offset, meant)) return null
  // A diagnostic of a whole object is about a text in it.
  const [, wrong = ''] = /'([^']+)'/.exec(message) ?? []
  const start = text[offset] === '{' ? text.indexOf(JSON.stringify(wrong), offset) : offset
  const written = matchAt(JSON_STRING, text, Math.max(start, offset))
  if (written !== null) {
    const [, sign = '', whole = ''] = /^(-?)(.*)$/s.exec(String(JSON.parse(written))) ?? []
    const isWhole = message.includes(`'${whole}'`) || message.includes(`'${sign}${whole}'`)
    const insert = JSON.stringify(meant.startsWith(sign) ? meant : sign + meant)
    return isWhole ? { from: start, to: start + written.length, insert } : null
  }
  const name = matchAt(NAME, text, offset)
  if (name === null || !message.includes(`'${name}'`)) return null
  return { from: offset, to: offset + name.length, insert: meant }
}

/** Returns true if the expression at an offset has a name already; a second time it could be counted twice. */
function isInExpression(text: string, offset: number, name: string): boolean {
  const from = text.lastIndexOf('"', offset - 1) + 1
  const expression = text.slice(from, text.indexOf('"', offset))
  return text[offset] !== '"' && (expression.match(/[\w.]+/g)?.includes(name) ?? false)
}

/** Returns the offset of a diagnostic in the text of its file. */
export function findOffset(text: string, { line, column }: LocatedDiagnostic): number {
  const before = text.split('\n').slice(0, line - 1)
  return Math.min(before.reduce((length, part) => length + part.length + 1, 0) + column - 1, text.length)
}

/** Returns the end of what a diagnostic is about: a text, a name, or one character. */
export function findEnd(text: string, offset: number): number {
  const part = matchAt(JSON_STRING, text, offset) ?? matchAt(NAME, text, offset)
  return Math.min(offset + (part?.length ?? 1), text.length)
}

function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? null
}
