import { matchesAnyName, splitPattern } from '../../report/columns/pattern.ts'
import { getPlaceholders } from '../../report/request/template.ts'
import { canMatch, suggestNames } from '../compatibility/name-patterns.ts'
import { childRef } from '../diagnostic.ts'
import { checkGroupLabel } from '../rules/template-rules.ts'
import { checkOnlyGroup, type ColumnDefinitionKind, compileValues } from './definition-kind.ts'

/** A group over the fields whose names match a pattern. */
export const pattern: ColumnDefinitionKind<'pattern'> = {
  isGroup: true,
  compile: ({ pattern: text, records, id, label, role, labels, ...values }) => ({
    kind: 'pattern',
    id,
    label,
    role,
    pattern: text,
    records,
    labels,
    ...compileValues(values),
  }),
  parts: (column) => getParts(column.pattern),
  check: (column, { groups, origin, onDiagnostic }) => {
    const parts = getParts(column.pattern)
    checkGroupLabel(column, parts, origin, onDiagnostic)
    if (matchesAnyName(splitPattern(column.pattern))) checkOnlyGroup(column, { groups, origin, onDiagnostic })
    const isDouble = new Set(parts).size < parts.length
    if (!isDouble && !column.pattern.includes('}{')) return
    const error = isDouble ? 'names a part twice' : 'has two parts with nothing between them'
    const message = `the pattern '${column.pattern}' ${error}`
    onDiagnostic({ ...childRef(origin, 'pattern'), rule: 'pattern-parts', message })
  },
  checkDataset: (column, { dataset, origin }) => {
    if (canMatch(column.pattern, dataset)) return []
    const names = suggestNames(dataset, column.pattern)
    const message = `no measure of '${dataset.id}' matches the pattern '${column.pattern}'${names}`
    return [{ origin: childRef(origin, 'pattern'), rule: 'served-pattern', message }]
  },
  sampleFields: (column, names) =>
    names.map((name) =>
      column.pattern.replaceAll(/\{[a-z]+\}/g, (_whole, offset: number) =>
        offset === column.pattern.indexOf('{') ? name.toLowerCase().replaceAll(' ', '') : 'home',
      ),
    ),
  verifyRecords: () => [],
  verifyTable: (column, { resolved, unmapped }) => {
    if (resolved.length > 0) return []
    const message = `no field fits '${column.pattern}'; the fields of the records are ${unmapped.join(', ')}`
    return [{ key: 'pattern', rule: 'group-empty', message }]
  },
}

const getParts = (text: string): string[] => getPlaceholders(text).map(({ name }) => name)
