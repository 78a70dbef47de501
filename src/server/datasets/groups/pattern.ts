import { getAmount } from '../amounts.ts'
import type { StoredGroupKind } from './group-kind.ts'

/** Names that match; every record of a period sends all names of the period, since readers use the first record. */
export const pattern: StoredGroupKind<'pattern'> = {
  hasName: (group, name) => getExpression(group.pattern).test(name),
  orderStored: (amounts) => amounts,
  selectAmounts: (_, names) => (amounts) => names.map((name) => [name, getAmount(amounts, name) ?? 0]),
}

const expressions = new Map<string, RegExp>()

/** The expression of a pattern such as `{source}_to_{destination}`: any texts between its fixed parts. */
function getExpression(text: string): RegExp {
  const known = expressions.get(text)
  if (known !== undefined) return known
  const parts = text
    .split(/\{[a-z]+\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const expression = new RegExp(`^${parts.join('(.+?)')}$`, 'su')
  expressions.set(text, expression)
  return expression
}
