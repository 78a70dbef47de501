import { parseNumber } from '../request/response.ts'
import { renderTemplate } from '../request/template.ts'
import { addOrBlank, type ColumnKind, type ColumnPlanBase, type ResolveContext } from './column-kind.ts'

interface ListColumnsPlan extends ColumnPlanBase {
  readonly kind: 'list'
  readonly list: string
}

/** A group: one column for each name of a list, then one for each further numeric field. */
export const list: ColumnKind<ListColumnsPlan> = {
  fixedFields: () => [],
  operands: () => null,
  base: () => null,
  resolve: (column, context) =>
    findNames(column.list, context).map((name) => {
      const parts = new Map([['name', name]])
      const fill = (text: string) => renderTemplate(text, parts)
      return { label: fill(column.label).trim() || '(no name)', color: null, fields: [name], parts, fill }
    }),
  compute: addOrBlank,
}

/** The entries of a list in their order, then every further numeric field of the records. */
function findNames(name: string, { response, fixed, warn }: ResolveContext): string[] {
  const names = new Set<string>()
  for (const entry of response.lists.get(name) ?? []) {
    if (fixed.has(entry)) warn(`${name}: '${entry}' is a field of its own and was left out`)
    else names.add(entry)
  }
  for (const record of response.records) {
    for (const [field, value] of record) {
      if (!fixed.has(field) && typeof parseNumber(value) === 'number') names.add(field)
    }
  }
  return [...names]
}
