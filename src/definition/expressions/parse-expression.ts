/** An expression as it is written. An operator is a call of the function that it names; `negate` is a minus sign. */
export type Syntax =
  | { readonly kind: 'number'; readonly value: number; readonly index: number }
  | { readonly kind: 'name'; readonly name: string; readonly index: number }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly operands: readonly Syntax[]
      readonly index: number
    }

export type NameSyntax = Extract<Syntax, { kind: 'name' }>
export type CallSyntax = Extract<Syntax, { kind: 'call' }>

export class ExpressionError extends Error {
  readonly index: number
  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

/** Runs what can throw ExpressionError; reports the error, and returns null. */
export function tryExpression<T>(run: () => T, report: (message: string, index: number) => void): T | null {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    report(error.message, error.index)
    return null
  }
}

/** Parses an expression that another one names at an index, so that an error is at the name. */
export function parseExpressionAt(text: string, index: number): Syntax {
  try {
    return placeAt(parseExpression(text), index)
  } catch (error) {
    throw error instanceof ExpressionError ? new ExpressionError(error.message, index) : error
  }
}

/** Places a part of another text at an index of this one. */
export const placeAt = (syntax: Syntax, index: number): Syntax =>
  syntax.kind === 'call'
    ? { ...syntax, index, operands: syntax.operands.map((operand) => placeAt(operand, index)) }
    : { ...syntax, index }

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  readonly text: string
  readonly index: number
}

const tokens =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*(?:(?:-\w+)*\.[A-Za-z_]\w*)?)|(?<sign><=|>=|!=|[-+*/(),<>=]))/y

/** The operators, those that bind weakest first. */
const levels = [
  ['<', '<=', '=', '!=', '>=', '>'],
  ['+', '-'],
  ['*', '/'],
] as const satisfies readonly (readonly string[])[]

/** The most operands, operators and brackets inside each other. */
const MAX_DEPTH = 50

/** Parses an expression such as `answered / attempts`. Throws ExpressionError. */
export function parseExpression(text: string): Syntax {
  const list = readTokens(text)
  let position = 0
  const peek = (): Token => list[position] ?? { kind: 'end', text: '', index: text.length }
  const take = (): Token => {
    const token = peek()
    position++
    return token
  }
  const expect = (sign: string): void => {
    const token = take()
    if (token.text !== sign) throw new ExpressionError(describe(token, `'${sign}'`), token.index)
  }
  const readLevel = (level: number, depth: number): Syntax => {
    const operators: readonly string[] | undefined = levels[level]
    if (operators === undefined) return readOperand(depth)
    let left = readLevel(level + 1, depth)
    while (operators.includes(peek().text)) {
      const { text: name, index } = take()
      left = { kind: 'call', name, operands: [left, readLevel(level + 1, depth)], index }
      if (level === 0 && operators.includes(peek().text)) {
        throw new ExpressionError('two comparisons in a row; write one of them in brackets', peek().index)
      }
    }
    return left
  }
  const readOperand = (depth: number): Syntax => {
    const token = take()
    const { index } = token
    if (depth > MAX_DEPTH) throw new ExpressionError(`more than ${MAX_DEPTH} levels`, index)
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text), index }
    if (token.text === '-') return { kind: 'call', name: 'negate', operands: [readOperand(depth + 1)], index }
    if (token.text === '(') {
      const inner = readLevel(0, depth + 1)
      expect(')')
      return inner
    }
    if (token.kind !== 'name') throw new ExpressionError(describe(token, 'a name or a number'), index)
    if (peek().text !== '(') return { kind: 'name', name: token.text, index }
    take()
    const operands: Syntax[] = []
    while (peek().text !== ')' || operands.length > 0) {
      operands.push(readLevel(0, depth + 1))
      if (peek().text !== ',') break
      take()
    }
    expect(')')
    return { kind: 'call', name: token.text, operands, index }
  }
  const syntax = readLevel(0, 0)
  const rest = take()
  if (rest.kind !== 'end') throw new ExpressionError(describe(rest, 'an operator or the end'), rest.index)
  return syntax
}

const describe = ({ kind, text }: Token, expected: string): string =>
  `found ${kind === 'end' ? 'the end' : `'${text}'`}, expected ${expected}`

function readTokens(text: string): Token[] {
  const list: Token[] = []
  const end = text.trimEnd().length
  tokens.lastIndex = 0
  while (tokens.lastIndex < end) {
    const start = tokens.lastIndex
    const groups = tokens.exec(text)?.groups
    const [kind, found] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? []
    if (kind === undefined || found === undefined) {
      const index = start + (/\S/.exec(text.slice(start))?.index ?? 0)
      throw new ExpressionError(
        `'${text[index]}' is no part of an expression; operators are + - * / < <= = != >= >`,
        index,
      )
    }
    list.push({ kind: kind as Token['kind'], text: found, index: tokens.lastIndex - found.length })
  }
  return list
}

/** Writes a call of a function or an operator. */
export const writeCall = (name: string, ...operands: readonly Syntax[]): Syntax => ({
  kind: 'call',
  name,
  operands,
  index: 0,
})

/** Writes an expression with brackets around every operation. */
export function formatExpression(syntax: Syntax): string {
  if (syntax.kind === 'number') return String(syntax.value)
  if (syntax.kind === 'name') return syntax.name
  const operands = syntax.operands.map(formatExpression)
  if (syntax.name === 'negate') return `(-${operands[0]})`
  return /^\w/.test(syntax.name)
    ? `${syntax.name}(${operands.join(', ')})`
    : `(${operands.join(` ${syntax.name} `)})`
}
