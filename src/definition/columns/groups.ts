import { matchesAnyName, splitPattern } from '../../report/columns/pattern.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import { getPlaceholders } from '../../report/request/template.ts'
import { canMatch, suggestNames } from '../compatibility/name-patterns.ts'
import { getNamePattern, getSentList } from '../datasets/measures.ts'
import { suggest } from '../diagnostic.ts'
import { checkGroupLabel } from '../rules/template-rules.ts'
import type { ColumnContext, ColumnDefinitionKind } from './definition-kind.ts'
import { checkServedTotal } from './field.ts'

/** A group over the names of a list; it contains every further field, so it is the only group. */
export const list: ColumnDefinitionKind<'list'> = {
  isGroup: true,
  usualFormat: null,
  parts: () => ['name'],
  check: (column, { groups, lists, origin }) => {
    checkGroupLabel(column, ['name'], origin)
    if (!lists.includes(column.list)) {
      const message = `no list '${column.list}' in data.listPaths${suggest(column.list, lists)}`
      origin.at('list').error('list-unknown', message)
    }
    checkOnlyGroup(column, { groups, origin })
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
  sampleFields: (_, names) => names,
  fields: () => [],
}

/** A group over the fields whose names match a pattern. */
export const pattern: ColumnDefinitionKind<'pattern'> = {
  isGroup: true,
  usualFormat: null,
  parts: (column) => getParts(column.pattern),
  check: (column, { groups, origin }) => {
    const parts = getParts(column.pattern)
    checkGroupLabel(column, parts, origin)
    if (matchesAnyName(splitPattern(column.pattern))) checkOnlyGroup(column, { groups, origin })
    const isDouble = new Set(parts).size < parts.length
    if (!isDouble && !column.pattern.includes('}{')) return
    const error = isDouble ? 'names a part twice' : 'has two parts with nothing between them'
    origin.at('pattern').error('pattern-parts', `the pattern '${column.pattern}' ${error}`)
  },
  checkDataset: (column, { dataset, origin }) => {
    if (canMatch(column.pattern, dataset)) return []
    const names = suggestNames(dataset, column.pattern)
    const message = `no measure of '${dataset.id}' matches the pattern '${column.pattern}'${names}`
    return [{ origin: origin.at('pattern'), rule: 'served-pattern', message }]
  },
  sampleFields: (column, names) =>
    names.map((name) =>
      column.pattern.replaceAll(/\{[a-z]+\}/g, (_whole, offset: number) =>
        offset === column.pattern.indexOf('{') ? name.toLowerCase().replaceAll(' ', '') : 'home',
      ),
    ),
  fields: () => [],
}

/** A group over the values of a field. */
export const pivot: ColumnDefinitionKind<'pivot'> = {
  isGroup: true,
  usualFormat: null,
  parts: () => ['name'],
  check: (column, { columns, origin }) => {
    checkGroupLabel(column, ['name'], origin)
    const beside = columns.find(
      (one) => one.kind === 'field' || one.kind === 'text' || one.kind === 'list' || one.kind === 'pattern',
    )
    if (beside === undefined) return
    const message = `a row joins several records, so '${beside.id}' would be that of the first one; pivot it too, or compute it`
    origin.error('pivot-beside', message)
  },
  checkDataset: ({ pivot: name, value, order, labels, total }, { dataset, origin }) => {
    const sent = dataset.dimensions.flatMap(({ field }) => field ?? [])
    const known = dataset.dimensions.find(({ field }) => field === name)?.values ?? null
    const names = { order, labels: Object.keys(labels) }
    const strangers = Object.entries(names).flatMap(([key, written]) =>
      written.flatMap((one) =>
        known === null || known.includes(one)
          ? []
          : [{ key, message: `'${one}' is not a value of ${name} in '${dataset.id}'${suggest(one, known)}` }],
      ),
    )
    const fields = [value].flat()
    const measures = dataset.measures.map(({ field }) => field)
    const errors = [...strangers]
    if (!sent.includes(name)) {
      const message = `'${name}' is no dimension that '${dataset.id}' sends${suggest(name, sent)}`
      errors.push({ key: 'pivot', message })
    }
    if (!fields.some((field) => measures.includes(field))) {
      const message = `'${fields[0]}' is not a measure of '${dataset.id}'${suggest(fields[0] ?? '', measures)}`
      errors.push({ key: 'value', message })
    }
    const unsummed = checkServedTotal(fields, total, dataset, origin)
    return [
      ...errors.map(
        ({ key, message }) => ({ origin: origin.at(key), rule: 'served-field', message }) as const,
      ),
      ...(unsummed === null ? [] : [unsummed]),
    ]
  },
  sampleFields: ({ value }) => [value].flat().slice(0, 1),
  fields: (column) => [
    { key: 'pivot', names: [column.pivot], isOptional: false },
    { key: 'value', names: [column.value].flat(), isOptional: false },
  ],
}

const getParts = (text: string): string[] => getPlaceholders(text).map(({ name }) => name)

/** Reports a second group beside one that contains every field without a column of its own. */
function checkOnlyGroup(
  column: ColumnPlan,
  { groups, origin }: Pick<ColumnContext, 'groups' | 'origin'>,
): void {
  if (groups.every((other) => other === column)) return
  origin.error('group-second', 'this group contains every other field, so it must be the only group')
}
