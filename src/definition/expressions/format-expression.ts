import type { Syntax } from './parse-expression.ts'

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
