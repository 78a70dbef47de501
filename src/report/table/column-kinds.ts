import { listPivotValues, listRecordFields, readPivotFields } from './pivot-records.ts'
import { type FieldMap, parseNumber } from '../model/report-response.ts'
import type {
  ColumnKind,
  ColumnPlan,
  ColumnPlanBase,
  FoundColumn,
  ResolveContext,
} from '../model/column-kind.ts'
import { pickFormat } from '../model/format.ts'
import { formatMonth } from '../model/key-kinds.ts'
import { fillLabels, matchesAnyName, matchPattern, splitPattern } from '../model/name-pattern.ts'

/** What most kinds have in common: one column that no field contains. */
const single = {
  fixedFields: () => [],
  resolve: ({ label, color }: ColumnPlanBase) => [{ label, color, fields: [] }],
}

/** A column of one field. */
const shown: ColumnKind<'field' | 'text'> = {
  fixedFields: ({ fields }) => fields,
  resolve: ({ label, color, fields }) => [{ label, color, fields }],
}

/** Builds the column of a group for a field, with the named parts of what it is named after. */
function buildMember(
  template: string,
  field: string | null,
  parts: ReadonlyMap<string, string>,
  labels: Readonly<Record<string, string>> = {},
): FoundColumn {
  const fill = (text: string) => fillLabels(text, parts, labels)
  return {
    label: fill(template).trim() || '(no name)',
    color: null,
    fields: field === null ? [] : [field],
    parts,
    fill,
  }
}

/** Every kind of column; what only Node needs of each is in `src/definition/columns/`. */
const columnKinds: { readonly [K in ColumnPlan['kind']]: ColumnKind<K> } = {
  /** Shows a field, or a formula if the field is missing. */
  field: shown,
  /** Shows a text; what counts of it is in the texts of a row. */
  text: shown,
  /** A group: one column for each name of a list, then one for each further numeric field. */
  list: {
    ...single,
    resolve: ({ list, label }, context) =>
      listNames(list, context).map((name) => buildMember(label, name, new Map([['name', name]]))),
  },
  /** A group: one column for each field whose name matches a pattern. */
  pattern: {
    ...single,
    resolve: ({ pattern, records, label, labels }, { response, fixed }) => {
      const tokens = splitPattern(pattern)
      const named = records === 'first' ? response.records.slice(0, 1) : response.records
      return listFields(named, fixed, !matchesAnyName(tokens)).flatMap((name) => {
        const parts = matchPattern(tokens, name)
        return parts === null ? [] : [buildMember(label, name, parts, labels)]
      })
    },
  },
  /** A group: one column for each value of a field, of records that are joined to rows before. */
  pivot: {
    fixedFields: ({ pivot, yearField, records }) => [pivot, yearField ?? pivot, ...listRecordFields(records)],
    resolve: (column, { response }) =>
      listPivotValues(column, response).map((name) => ({
        ...buildMember(column.label, null, new Map([['name', name]]), {
          ...(column.yearField !== null && { [name]: formatMonth(name, 'short') }),
          ...column.labels,
        }),
        computed: { formula: column.formula, records: readPivotFields(column, name) },
        ...(column.format?.ofRow && { format: pickFormat(column.format, { key: name }) }),
      })),
  },
  /** Computes a value from other columns, or from values of the records. */
  value: {
    fixedFields: ({ records }) => [
      ...listRecordFields(records),
      ...records.flatMap(({ sampling }) => sampling?.by ?? []),
    ],
    resolve: ({ label, color, formula, records }) => [
      { label, color, fields: [], computed: { formula, records } },
    ],
  },
}

export const getColumnKind = <K extends ColumnPlan['kind']>({ kind }: { readonly kind: K }): ColumnKind<K> =>
  columnKinds[kind]

/** Lists the entries of a list in their order, then every further numeric field of the records. */
function listNames(list: string, { response, fixed, warn }: ResolveContext): string[] {
  const entries = (response.lists.get(list) ?? []).filter((entry) => {
    if (fixed.has(entry)) warn(`${list}: '${entry}' is a field of its own and was left out`)
    return !fixed.has(entry)
  })
  return [...new Set([...entries, ...listFields(response.records, fixed, false)])]
}

/** Lists the fields that no other column shows in the order in which they are first seen: of any values, or of numbers. */
function listFields(
  records: readonly FieldMap[],
  fixed: ReadonlySet<string>,
  isAnyValue: boolean,
): readonly string[] {
  const names = new Set<string>()
  for (const record of records) {
    for (const [name, value] of record) {
      if (!fixed.has(name) && (isAnyValue || typeof parseNumber(value) === 'number')) names.add(name)
    }
  }
  return [...names]
}
