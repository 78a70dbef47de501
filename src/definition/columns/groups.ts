import { matchesAnyName, splitPattern } from '../../report/model/name-pattern.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { canMatch, suggestNames } from '../compatibility/name-patterns.ts'
import { getNamePattern, getSentList } from '../../dataset/dataset-plan.ts'
import { listRepeated, suggest } from '../../diagnostics/diagnostic.ts'
import type { ColumnContext, ColumnDefinitionKind } from './definition-kind.ts'
import { isGroup, listParts } from '../../report/model/named-fields.ts'
import { listReads } from '../../query/formula.ts'
import { checkServedField } from './field.ts'

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
  checkDataset: (column, { dataset: { id, group }, listPaths, origin, data, report }) => {
    const sentList = getSentList(group)
    if (sentList === null) {
      const names =
        group === null ? '' : `; its ${group.noun}s match the pattern '${getNamePattern(group) ?? ''}'`
      return report(origin.at('list'), 'served-list', `'${id}' sends no list of names${names}`)
    }
    const [sent, path] = [`records.${sentList}`, (listPaths[column.list] ?? []).join('.')]
    if (path === sent) return
    const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
    report(data.at('listPaths', column.list), 'served-list', message)
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
  checkDataset: (column, { dataset, origin, report }) => {
    if (canMatch(column.pattern, dataset)) return
    const names = suggestNames(dataset, column.pattern)
    const message = `no measure of '${dataset.id}' matches the pattern '${column.pattern}'${names}`
    report(origin.at('pattern'), 'served-pattern', message)
  },
}

/** A group over the values of a field. */
export const pivot: ColumnDefinitionKind<'pivot'> = {
  check: (column, { columns, origin, isCombined }) => {
    if (column.rest !== null && column.top === null) {
      origin
        .at('rest')
        .error('pivot-beside', 'the other values are those after the first ones, so rest needs top')
    }
    if (isCombined) return
    const beside = columns.find(({ kind }) => ['field', 'text', 'list', 'pattern'].includes(kind))
    if (beside === undefined) return
    const message = `a row joins several records, so '${beside.id}' would be that of the first one; pivot it too, or compute it`
    origin.error('pivot-beside', message)
  },
  checkDataset: (column, context) => {
    const { pivot: name, records, order, labels } = column
    const { id, dimensions, response } = context.dataset
    const check = (key: string, written: readonly string[], known: readonly string[], what: string) => {
      const [first = ''] = written
      if (written.some((one) => known.includes(one))) return
      context.report(context.origin.at(key), 'served-field', `'${first}' is ${what}${suggest(first, known)}`)
    }
    const values = dimensions.find(({ field }) => field === name)?.values
    for (const [key, written] of Object.entries({ order, labels: Object.keys(labels) })) {
      for (const one of written) check(key, [one], values ?? [one], `not a value of ${name} in '${id}'`)
    }
    const sent = response.leading.map((field) => field.name)
    check('pivot', [name], sent, `no dimension that '${id}' sends`)
    for (const { formula } of records) {
      for (const fields of listReads(formula)) checkServedField(fields, 'value', context)
    }
  },
}

/** Reports a second group beside one that contains every field without a column of its own. */
function checkOnlyGroup(column: ColumnPlan, { columns, origin }: ColumnContext): void {
  if (columns.every((other) => other === column || !isGroup(other))) return
  origin.error('group-second', 'this group contains every other field, so it must be the only group')
}
