import { type Place, suggest } from '../../diagnostics/diagnostic.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { datePartNames, filterNames, getPlaceholders, type Placeholder } from '../../report/model/template.ts'

/**
 * Checks that every placeholder of a template is declared, every filter known, every brace part of a placeholder.
 * `dates` are the placeholders whose value is a date, which has parts.
 */
export function checkTemplate(
  template: string,
  known: Iterable<string>,
  origin: Place,
  dates: readonly string[] = [],
): void {
  const names = new Set(known)
  const stray = findStrayBrace(template)
  if (stray !== null) origin.error('template-brace', `a brace that is no placeholder in '${template}'`, stray)
  for (const placeholder of getPlaceholders(template)) {
    const { name, filter } = placeholder
    const index = template.indexOf(formatPlaceholder(placeholder))
    if (!names.has(name)) {
      origin.error('template-placeholder', `unknown placeholder {${name}}${suggest(name, names)}`, index)
    }
    if (filter === null) continue
    const isPart = datePartNames.includes(filter)
    if (isPart && dates.includes(name)) continue
    if (isPart && names.has(name)) {
      const allowed = dates.length === 0 ? 'no date is chosen' : `it is of {${dates.join('} and {')}}`
      const message = `:${filter} is a part of a date, and {${name}} is none; ${allowed}`
      origin.error('template-filter', message, index)
    }
    if (!filterNames.includes(filter)) {
      const parts = dates.includes(name) ? `; the parts of a date are ${datePartNames.join(', ')}` : ''
      const end = parts === '' ? suggest(filter, others) : parts
      origin.error('template-filter', `unknown filter :${filter}${end}`, index)
    }
  }
}

const others = filterNames.filter((name) => !datePartNames.includes(name))

const formatPlaceholder = ({ name, filter }: Placeholder): string =>
  filter === null ? `{${name}}` : `{${name}:${filter}}`

/** Finds the first brace that is not part of a placeholder, such as `{Year }`, `${year}` or one without its partner. */
function findStrayBrace(template: string): number | null {
  const rest = getPlaceholders(template)
    .map(formatPlaceholder)
    .reduce((text, placeholder) => text.replace(placeholder, '-'.repeat(placeholder.length)), template)
  const dollar = template.indexOf('${')
  const found = [dollar < 0 ? -1 : dollar + 1, rest.search(/[{}]/)].filter((index) => index >= 0)
  return found.length === 0 ? null : Math.min(...found)
}

/**
 * Checks that the texts of a column in a group name its parts only, and its label and header every part that differs between
 * its columns. A single column has no parts, and its label is no template.
 */
export function checkColumnTexts(column: ColumnPlan, parts: readonly string[], origin: Place): void {
  const { header, description, label } = column
  if (parts.length > 0) checkTemplate(label, parts, origin.at('label'))
  if (header !== null) checkTemplate(header, parts, origin.at('header'))
  if (description !== null) checkTemplate(description, parts, origin.at('description'))
  const named = getPlaceholders(label + (header ?? '')).map(({ name }) => name)
  const missing = parts.filter((part) => !named.includes(part))
  // A misspelled part is an error of its own.
  if (missing.length === 0 || getPlaceholders(label).some(({ name }) => !parts.includes(name))) return
  const message = `'${label}' needs {${missing.join('}, {')}}, or several columns have the same label`
  origin.at('label').error('group-columns', message)
}

const FORBIDDEN = /[/\\:*?"<>|]|\p{Cc}/u
const removePlaceholders = (template: string) => template.replaceAll(/\{[^{}]*\}/g, '')

/** Checks the name of a saved workbook: one file, in the folder that the browser saves to. */
export function checkFileName(template: string, origin: Place): void {
  const error = findNameError(template) ?? (/[^.]\.xlsx$/.test(template) ? null : 'does not end with .xlsx')
  if (error !== null) origin.error('file-name', `the file name '${template}' ${error}`)
}

/** Checks the name of a saved image, to which its format's ending is added. */
export function checkImageName(template: string, origin: Place): void {
  const ending = /\.(jpe?g|png|svg)$/i.exec(template)?.[0]
  const error =
    findNameError(template) ?? (ending === undefined ? null : `ends with ${ending}, which is added by itself`)
  if (error !== null) origin.error('file-name', `the image name '${template}' ${error}`)
}

function findNameError(template: string): string | null {
  const found = FORBIDDEN.exec(removePlaceholders(template))?.[0]
  if (found !== undefined) return `contains ${JSON.stringify(found)}, which is not allowed in a file name`
  if (template.trim() !== template) return 'begins or ends with a space'
  return template.startsWith('.') ? 'begins with a dot' : null
}

/**
 * Checks that a call stays below the API's base whatever it is filled with, and its address can be read back. `template` is
 * the call as written, `filled` the same with all that is fixed.
 */
export function checkCall(template: string, filled: string, origin: Place): void {
  const error = findPathError(template.split('?')[0] ?? '') ?? findDotsError(filled.split('?')[0] ?? '')
  if (error !== null) origin.error('url-path', `${error} in '${template}'`)
  const query = findQueryError(template)
  if (query !== null) origin.error('url-path', `${query} in '${template}'`)
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

/** Checks that what is chosen is sent, a date whole or in all its parts: anything else would change nothing. */
export function checkSent(
  call: string,
  selectors: readonly { readonly name: string; readonly parts: readonly string[] }[],
  known: ReadonlySet<string>,
  dates: readonly string[],
  origin: Place,
): void {
  const named = new Set<string>()
  for (const { name, filter } of getPlaceholders(call)) {
    const parts = getPlaceholders(call).flatMap((one) => (one.name === name ? (one.filter ?? []) : []))
    const isPart = filter !== null && dates.includes(name) && datePartNames.includes(filter)
    if (!isPart || datePartNames.every((part) => parts.includes(part))) named.add(name)
  }
  // A misspelled placeholder is an error of its own.
  if ([...named].some((name) => !known.has(name))) return
  const unsent = selectors.flatMap(({ name, parts }) => {
    const needed = parts.length === 0 ? [name] : parts.map((end) => `${name}${end}`)
    const isSent = named.has(name) || named.has(`${name}Name`) || needed.every((one) => named.has(one))
    return isSent ? [] : [{ name, needed }]
  })
  if (unsent.length === 0) return
  const names = unsent.map(({ name }) => `'${name}'`).join(' and ')
  const needed = unsent.flatMap((one) => one.needed.map((name) => `{${name}}`)).join(' and ')
  const what = unsent.length === 1 ? `the selector ${names} is` : `the selectors ${names} are`
  origin.error('selector-unused', `${what} not sent; the URL needs ${needed}`)
}

/** Checks that the parameters of a tab do not hide what templates already name. */
export function checkParams(
  params: readonly string[],
  selectors: readonly string[],
  reserved: readonly string[],
  origin: Place,
): void {
  const named = new Set(selectors.flatMap((name) => [name, `${name}Name`]))
  for (const name of params) {
    if (!named.has(name) && !reserved.includes(name)) continue
    const by = named.has(name) ? 'a selector of the screen' : 'the portal itself'
    origin.at(name).error('param-name', `{${name}} is filled by ${by}; call the parameter something else`)
  }
}
