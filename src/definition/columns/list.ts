import { getNamePattern, getSentList } from '../datasets/measures.ts'
import { childRef, suggest } from '../diagnostic.ts'
import { checkGroupLabel } from '../rules/template-rules.ts'
import { checkOnlyGroup, type ColumnDefinitionKind, compileValues } from './definition-kind.ts'

/** A group over the names of a list; it contains every further field, so it is the only group. */
export const list: ColumnDefinitionKind<'list'> = {
  isGroup: true,
  compile: ({ list: name, id, label, role, ...values }) => ({
    kind: 'list',
    id,
    label,
    role,
    list: name,
    ...compileValues(values),
  }),
  parts: () => ['name'],
  check: (column, { groups, lists, origin, onDiagnostic }) => {
    checkGroupLabel(column, ['name'], origin, onDiagnostic)
    if (!lists.includes(column.list)) {
      const message = `no list '${column.list}' in data.listPaths${suggest(column.list, lists)}`
      onDiagnostic({ ...childRef(origin, 'list'), rule: 'list-unknown', message })
    }
    checkOnlyGroup(column, { groups, origin, onDiagnostic })
  },
  checkDataset: (column, { dataset: { id, group }, listPaths, origin, data }) => {
    const sentList = getSentList(group)
    if (sentList === null) {
      const names =
        group === null ? '' : `; its ${group.noun}s match the pattern '${getNamePattern(group) ?? ''}'`
      const message = `'${id}' sends no list of names${names}`
      return [{ origin: childRef(origin, 'list'), rule: 'served-list', message }]
    }
    const [sent, path] = [`records.${sentList}`, (listPaths[column.list] ?? []).join('.')]
    if (path === sent) return []
    const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
    return [{ origin: childRef(data, 'listPaths', column.list), rule: 'served-list', message }]
  },
  sampleFields: (_, names) => names,
  verifyRecords: () => [],
  verifyTable: (column, { resolved, unmapped }) => {
    if (resolved.length > 0) return []
    const message = `no field fits '${column.list}'; the fields of the records are ${unmapped.join(', ')}`
    return [{ key: 'list', rule: 'group-empty', message }]
  },
}
