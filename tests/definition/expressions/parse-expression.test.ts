import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ExpressionError,
  parseExpression,
  type Syntax,
} from '../../../src/definition/expressions/parse-expression.ts'

/** Writes a tree with a bracket around every call, so that the order of computation can be read. */
function write(syntax: Syntax): string {
  if (syntax.kind === 'number') return String(syntax.value)
  if (syntax.kind === 'name') return syntax.name
  const operands = syntax.operands.map(write)
  if (syntax.name === 'negate') return `(- ${operands[0]})`
  return /^\w/.test(syntax.name)
    ? `${syntax.name}(${operands.join(', ')})`
    : `(${operands.join(` ${syntax.name} `)})`
}

describe('an expression is parsed', () => {
  test.each([
    ['1', '1'],
    ['0.25', '0.25'],
    ['answered', 'answered'],
    ['partner-minutes.rate', 'partner-minutes.rate'],
    ['calls-minutes', '(calls - minutes)'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b * c', '((a / b) * c)'],
    ['a + b * c', '(a + (b * c))'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a - (b - c)', '(a - (b - c))'],
    ['-a * b', '((- a) * b)'],
    ['a * -b', '(a * (- b))'],
    ['--a', '(- (- a))'],
    ['-(a + 1)', '(- (a + 1))'],
    ['a + 1 >= b / 2', '((a + 1) >= (b / 2))'],
    ['(a < b) = (c > d)', '((a < b) = (c > d))'],
    ['count()', 'count()'],
    ['mean(rate, minutes)', 'mean(rate, minutes)'],
    ['if(a != 0, b / a, -1)', 'if((a != 0), (b / a), (- 1))'],
    [' share ( sum( a*b ) , year ) ', 'share(sum((a * b)), year)'],
  ])('%s is %s', (text, expected) => {
    expect(write(parseExpression(text))).toBe(expected)
  })

  test.each([
    ['', 0, 'found the end, expected a name or a number'],
    ['a +', 3, 'found the end, expected a name or a number'],
    ['a b', 2, "found 'b', expected an operator or the end"],
    ['(a', 2, "found the end, expected ')'"],
    ['a)', 1, "found ')', expected an operator or the end"],
    ['sum(a', 5, "found the end, expected ')'"],
    ['sum(a,)', 6, "found ')', expected a name or a number"],
    ['sum(,a)', 4, "found ',', expected a name or a number"],
    ['a < b < c', 6, 'two comparisons in a row; write one of them in brackets'],
    ['a : b', 2, "':' is no part of an expression; operators are + - * / < <= = != >= >"],
    ['a − b', 2, "'−' is no part of an expression; operators are + - * / < <= = != >= >"],
    ['* a', 0, "found '*', expected a name or a number"],
    [`${'('.repeat(51)}a`, 51, 'more than 50 levels'],
  ])('%s is wrong at %i', (text, index, message) => {
    const parse = () => parseExpression(text)
    expect(parse).toThrow(ExpressionError)
    expect(parse).toThrow(expect.objectContaining({ index, message }))
  })

  test('as it is written, whatever the tree', () => {
    const { tree } = fc.letrec<{ tree: Syntax }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.nat(10_000).map((value) => ({ kind: 'number', value: value / 100, index: 0 }) as const),
        fc
          .constantFrom('a', 'b_2', 'other-set.minutes')
          .map((name) => ({ kind: 'name', name, index: 0 }) as const),
        fc
          .tuple(
            fc.constantFrom('+', '-', '*', '/', '<', '<=', '=', '!=', '>=', '>'),
            tie('tree'),
            tie('tree'),
          )
          .map(([name, ...operands]) => ({ kind: 'call', name, operands, index: 0 }) as const),
        tie('tree').map((one) => ({ kind: 'call', name: 'negate', operands: [one], index: 0 }) as const),
        fc
          .tuple(fc.constantFrom('sum', 'add'), fc.array(tie('tree'), { maxLength: 3 }))
          .map(([name, operands]) => ({ kind: 'call', name, operands, index: 0 }) as const),
      ),
    }))
    fc.assert(
      fc.property(tree, (one) => {
        const text = write(one)
        expect(write(parseExpression(text))).toBe(text)
      }),
    )
  })
})
