import { suggest, type Reporter, type SourceRef } from '../diagnostic.ts'
import { filterNames, getPlaceholders, findStrayBraces } from '../../report/template.ts'

/** Every placeholder of a template is declared, every filter known, every brace part of a placeholder. */
export function checkTemplate(
  template: string,
  known: Iterable<string>,
  origin: SourceRef,
  onDiagnostic: Reporter,
): void {
  const names = new Set(known)
  if (findStrayBraces(template) !== null) {
    onDiagnostic({
      ...origin,
      rule: 'template-brace',
      message: `a brace that is no placeholder in '${template}'`,
    })
  }
  for (const { name, filter } of getPlaceholders(template)) {
    if (!names.has(name)) {
      const message = `unknown placeholder {${name}}${suggest(name, names)}`
      onDiagnostic({ ...origin, rule: 'template-placeholder', message })
    }
    if (filter !== null && !filterNames.includes(filter)) {
      const message = `unknown filter :${filter}${suggest(filter, filterNames)}`
      onDiagnostic({ ...origin, rule: 'template-filter', message })
    }
  }
}

/** The label of a group names every part that differs between its columns, and nothing else. */
export function checkGroupLabel(
  label: string,
  parts: readonly string[],
  origin: SourceRef,
  onDiagnostic: Reporter,
): void {
  checkTemplate(label, parts, origin, onDiagnostic)
  const named = new Set(getPlaceholders(label).map(({ name }) => name))
  const missing = parts.filter((part) => !named.has(part))
  if (missing.length === 0) return
  const message = `'${label}' needs {${missing.join('}, {')}}, or several columns have the same label`
  onDiagnostic({ ...origin, rule: 'group-label', message })
}

const FORBIDDEN = /[/\\:*?"<>|]|\p{Cc}/u
const removePlaceholders = (template: string) => template.replaceAll(/\{[^{}]*\}/g, '')

/** The name of a saved workbook: one file, in the folder that the browser saves to (S52). */
export function checkFileName(template: string, origin: SourceRef, onDiagnostic: Reporter): void {
  const fault = findNameError(template) ?? (/[^.]\.xlsx$/.test(template) ? null : 'does not end with .xlsx')
  if (fault !== null)
    onDiagnostic({ ...origin, rule: 'file-name', message: `the file name '${template}' ${fault}` })
}

/** The name of a saved image, to which its format's ending is added. */
export function checkImageName(template: string, origin: SourceRef, onDiagnostic: Reporter): void {
  const ending = /\.(jpe?g|png|svg)$/i.exec(template)?.[0]
  const fault =
    findNameError(template) ?? (ending === undefined ? null : `ends with ${ending}, which is added by itself`)
  if (fault !== null)
    onDiagnostic({ ...origin, rule: 'image-name', message: `the image name '${template}' ${fault}` })
}

function findNameError(template: string): string | null {
  const found = FORBIDDEN.exec(removePlaceholders(template))?.[0]
  if (found !== undefined) return `contains ${JSON.stringify(found)}, which is not allowed in a file name`
  if (template.trim() !== template) return 'begins or ends with a space'
  return template.startsWith('.') ? 'begins with a dot' : null
}
