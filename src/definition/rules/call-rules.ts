import { childRef, type Reporter, type SourceRef } from '../diagnostic.ts'
import { getPlaceholders } from '../../report/template.ts'

/**
 * A call stays below the API's base whatever it is filled with (S84), and its address can be read back. `template` is
 * the call as written, `filled` the same with all that is fixed.
 */
export function checkCall(template: string, filled: string, origin: SourceRef, onDiagnostic: Reporter): void {
  const fault = findPathError(template.split('?')[0] ?? '') ?? findDotsError(filled.split('?')[0] ?? '')
  if (fault !== null) onDiagnostic({ ...origin, rule: 'url-path', message: `${fault} in '${template}'` })
  const query = findQueryError(template)
  if (query !== null) onDiagnostic({ ...origin, rule: 'url-query', message: `${query} in '${template}'` })
}

function findPathError(path: string): string | null {
  if (path.includes('%')) return 'an escape (%), where only plain characters are allowed,'
  if (/\p{Cc}/u.test(path)) return 'a control character'
  if (path.slice(1).split('/').includes('')) return 'an empty part (two slashes, or one at the end)'
  return /\}\{/.test(path) ? 'two placeholders with nothing between them' : null
}

const findDotsError = (path: string): string | null =>
  path.split('/').some((part) => part === '.' || part === '..') ? "a part '.' or '..'" : null

function findQueryError(template: string): string | null {
  const [, query, more] = template.split('?')
  if (more !== undefined) return "a second '?'"
  if (query === undefined) return null
  const names = query.split('&').map((pair) => pair.split('=')[0] ?? '')
  if (names.includes('')) return 'a parameter without a name'
  const double = names.find((name, index) => names.indexOf(name) < index)
  return double === undefined ? null : `the parameter '${double}' twice`
}

/** What is chosen is sent: a selector that a call does not name would change nothing. */
export function checkSent(
  call: string,
  selectors: readonly string[],
  origin: SourceRef,
  onDiagnostic: Reporter,
): void {
  const named = new Set(getPlaceholders(call).map(({ name }) => name))
  for (const name of selectors) {
    if (named.has(name) || named.has(`${name}Name`)) continue
    const message = `the selector '${name}' is not sent; the URL needs {${name}}`
    onDiagnostic({ ...origin, rule: 'selector-unused', message })
  }
}

/** The parameters of a tab do not hide what templates already name. */
export function checkParams(
  params: readonly string[],
  selectors: readonly string[],
  reserved: readonly string[],
  origin: SourceRef,
  onDiagnostic: Reporter,
): void {
  const taken = new Set([...reserved, ...selectors.flatMap((name) => [name, `${name}Name`])])
  for (const name of params) {
    if (!taken.has(name)) continue
    const message = `{${name}} already has a meaning; call the parameter something else`
    onDiagnostic({ ...childRef(origin, name), rule: 'param-name', message })
  }
}
