import { matchesAnyName, splitPattern } from '../../report/columns/pattern.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import { canMatch, suggestNames } from '../compatibility/name-patterns.ts'
import { getNamePattern, getSentList } from '../datasets/measures.ts'
import { listRepeated, suggest } from '../diagnostic.ts'
import { type ColumnContext, type ColumnDefinitionKind, listParts } from './definition-kind.ts'
import { checkServedTotal } from './field.ts'

/** A group over the names of a list; it contains every further field, so it is the only group. */
export const list: ColumnDefinitionKind<'list'> = {
  check: (column, context) => {
    const { lists, origin } = context
    if (!lists.includes(column.list)) {
      const message = `no list '${column.list}' in data.listPaths${suggest(column.list, lists)}`
      origin.at('list').error('list-unknown', message)
    }
    checkOnlyGroup(column, context)
  },
  checkDataset: (column, { dataset: { id, group }, listPaths, origin, data }) => {
    const sentList = getSentList(group)
    if (sentList === null) {
      const names =
        group === null ? '' : `; its ${group.noun}s match the pattern '${getNamePattern(group) ?? ''}'`
      const message = `'${id}' sends no list of names${names}`
      return [{ origin: origin.at('list'), rule: 'served-list', message }]
    }
    const [sent, path] = [`records.${sentList}`, (listPaths[column.list] ?? []).join('.')]
    if (path === sent) return []
    const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
    return [{ origin: data.at('listPaths', column.list), rule: 'served-list', message }]
  },
}

/** A group over the fields whose names match a pattern. */
export const pattern: ColumnDefinitionKind<'pattern'> = {
  check: (column, context) => {
    if (matchesAnyName(splitPattern(column.pattern))) checkOnlyGroup(column, context)
    const isDouble = listRepeated(listParts(column)).length > 0
    if (!isDouble && !column.pattern.includes('}{')) return
    const error = isDouble ? 'names a part twice' : 'has two parts with nothing between them'
    context.origin.at('pattern').error('pattern-parts', `the pattern '${column.pattern}' ${error}`)
  },
  checkDataset: (column, { dataset, origin }) => {
    if (canMatch(column.pattern, dataset)) return []
    const names = suggestNames(dataset, column.pattern)
    const message = `no measure of '${dataset.id}' matches the pattern '${column.pattern}'${names}`
    return [{ origin: origin.at('pattern'), rule: 'served-pattern', message }]
  },
}

/** A group over the values of a field. */
export const pivot: ColumnDefinitionKind<'pivot'> = {
  check: (_, { columns, origin }) => {
    const beside = columns.find(({ kind }) => ['field', 'text', 'list', 'pattern'].includes(kind))
    if (beside === undefined) return
    const message = `a row joins several records, so '${beside.id}' would be that of the first one; pivot it too, or compute it`
    origin.error('pivot-beside', message)
  },
  checkDataset: ({ pivot: name, value, order, labels, total }, { dataset, origin }) => {
    const { id, dimensions } = dataset
    const error = (key: string, message: string) =>
      ({ origin: origin.at(key), rule: 'served-field', message }) as const
    const known = dimensions.find(({ field }) => field === name)?.values
    const errors = Object.entries({ order, labels: Object.keys(labels) }).flatMap(([key, written]) =>
      written
        .filter((one) => known !== undefined && !known.includes(one))
        .map((one) =>
          error(key, `'${one}' is not a value of ${name} in '${id}'${suggest(one, known ?? [])}`),
        ),
    )
    const sent = dimensions.flatMap(({ field }) => field ?? [])
    if (!sent.includes(name)) {
      errors.push(error('pivot', `'${name}' is no dimension that '${id}' sends${suggest(name, sent)}`))
    }
    const [fields, measures] = [[value].flat(), dataset.measures.map(({ field }) => field)]
    const [first = ''] = fields
    if (!fields.some((field) => measures.includes(field))) {
      errors.push(error('value', `'${first}' is not a measure of '${id}'${suggest(first, measures)}`))
    }
    return [...errors, ...checkServedTotal(fields, total, dataset, origin)]
  },
}

/** Reports a second group beside one that contains every field without a column of its own. */
function checkOnlyGroup(column: ColumnPlan, { groups, origin }: ColumnContext): void {
  if (groups.every((other) => other === column)) return
  origin.error('group-second', 'this group contains every other field, so it must be the only group')
}
