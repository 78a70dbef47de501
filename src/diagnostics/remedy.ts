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
  const { message, rule } = diagnostic
  const offset = findOffset(text, diagnostic)
  if (message.startsWith('a comma before it')) {
    const comma = text.lastIndexOf(',', offset)
    return comma < 0 ? null : { from: comma, to: comma + 1, insert: '' }
  }
  if (message.endsWith(': comma expected')) {
    const from = text.slice(0, offset).trimEnd().length
    return text[from - 1] === ',' ? null : { from, to: from, insert: ',' }
  }
  const meant =
    /; did you mean '([^']+)'/.exec(message)?.[1] ??
    /; '([^']+)' is free$/.exec(message)?.[1] ??
    /; allowed is '([^']+)', the name of the file$/.exec(message)?.[1]
  if (meant === undefined || isInExpression(text, offset, meant)) return null
  const [, wrong = ''] = /'([^']+)'/.exec(message) ?? []
  const start = findStart(text, offset, wrong, diagnostic)
  const written = matchAt(JSON_STRING, text, start)
  if (written === null) return replaceName(text, offset, message, meant)
  const [, sign = '', whole = ''] = /^(-?)(.*)$/s.exec(String(JSON.parse(written))) ?? []
  if (message.includes(`'${whole}'`) || message.includes(`'${sign}${whole}'`)) {
    const insert = JSON.stringify(meant.startsWith(sign) ? meant : sign + meant)
    return { from: start, to: start + written.length, insert }
  }
  const parts = [...written.matchAll(/\w+/g)].filter(([part]) => part === wrong)
  const [part] = parts
  return rule === 'expression' && part !== undefined && parts.length === 1
    ? replaceName(text, start + part.index, message, meant)
    : null
}

/** Returns the offset of the text with a wrong name: in an object, the key before a value, or the value. */
function findStart(
  text: string,
  offset: number,
  wrong: string,
  { message, path }: LocatedDiagnostic,
): number {
  // A diagnostic of a whole object is about a text in it.
  if (text[offset] === '{') return Math.max(text.indexOf(JSON.stringify(wrong), offset), offset)
  const key = path.at(-1)
  const isKey = message.includes(`'${key}' is not`) || message.includes(`'${key}';`)
  const written = isKey ? /"(?:\\.|[^"\\\n])*"\s*:\s*$/.exec(text.slice(0, offset)) : null
  return written?.index ?? offset
}

/** Replaces a name of an expression, or the part of it after the name of a dataset. */
function replaceName(text: string, offset: number, message: string, meant: string): Remedy | null {
  const name = matchAt(NAME, text, offset)
  const [own = ''] = /[^.]+$/.exec(name ?? '') ?? []
  const wrong = [name, own].find((part) => message.includes(`'${part}'`))
  if (name === null || !wrong) return null
  const to = offset + name.length
  return { from: to - wrong.length, to, insert: meant }
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
  const lineStart = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const isInText = (lineStart.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1
  const part = (isInText ? null : matchAt(JSON_STRING, text, offset)) ?? matchAt(NAME, text, offset)
  return Math.min(offset + (part?.length ?? 1), text.length)
}

function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? null
}
