import type { ColumnPlanOf, RecordValue } from '../../report/model/column-kind.ts'
import { matchesAnyName, matchPattern, splitPattern } from '../../report/model/name-pattern.ts'
import { isGroup, listParts } from '../../report/model/named-fields.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { listReads } from '../../query/formula.ts'
import {
  type DatasetPlan,
  type FixedMeasure,
  getNamePattern,
  getSentList,
} from '../../dataset/dataset-plan.ts'
import { findClosestMatch, listRepeated, type Place, suggest } from '../../diagnostics/diagnostic.ts'
import { canMatch, suggestNames } from '../compatibility/name-patterns.ts'
import { checkFormula, checkShares, type ColumnContext } from '../rules/formula-rules.ts'

/** The values of dimensions that a request is about, as far as they are known. */
export type RequestedRead = ReadonlyMap<string, readonly string[]>

/** A dataset that serves the records, and each way in which its list is requested. */
interface DatasetContext {
  readonly dataset: DatasetPlan
  readonly requested: readonly RequestedRead[]
  readonly listPaths: Readonly<Record<string, readonly string[]>>
  /** Where the column is written, and where `data` is. */
  readonly origin: Place
  readonly data: Place
}

/** How a kind of column is checked. */
interface ColumnDefinitionKind<K extends ColumnPlan['kind']> {
  /** Reports what is wrong with the column by itself and among the others. */
  readonly check: (column: ColumnPlanOf<K>, context: ColumnContext) => void
  /** Reports where the column and a dataset differ. */
  readonly checkDataset: (column: ColumnPlanOf<K>, context: DatasetContext) => void
}

/** Checks that a dataset sends the fields from which values of records are computed. */
function checkRecords(records: readonly RecordValue[], context: DatasetContext): void {
  const reads = records.flatMap(({ formula }) => listReads(formula))
  for (const fields of reads) checkServedField(fields, 'value', context)
}

/** Checks that a dataset sends a field of its numbers under one of its names. */
function checkServedField(fields: readonly string[], key: string, context: DatasetContext): void {
  const { dataset, requested, origin } = context
  const named = dataset.measures.filter((measure) => fields.includes(measure.field))
  if (named.some((measure) => isSent(measure, requested))) return
  const [measure] = named
  if (measure === undefined) return checkUnknownField(fields, key, context)
  const when = Object.entries(measure.when).map(([name, values]) => `${name} ${values.join(' or ')}`)
  const message = `'${measure.field}' is only in records of ${when.join(' and ')}`
  origin.at(key).error('served-field', message)
}

/** Returns true if some of the requests returns records that have the measure. */
const isSent = ({ when }: FixedMeasure, requested: readonly RequestedRead[]): boolean =>
  requested.some((values) =>
    Object.entries(when).every(([id, needed]) => {
      const sent = values.get(id)
      return sent === undefined || sent.some((value) => needed.includes(value))
    }),
  )

function checkUnknownField(
  fields: readonly string[],
  key: string,
  { dataset, requested, origin }: DatasetContext,
): void {
  const { id, measures, texts, group } = dataset
  const at = origin.at(key)
  const sentNames = measures.filter((measure) => isSent(measure, requested)).map((measure) => measure.field)
  const [first = ''] = fields
  if (texts.some(({ field }) => fields.includes(field))) {
    return at.error('served-field', `'${first}' is a text of '${id}'; write "text" instead of "field"`)
  }
  const found = fields.map((name) => `'${name}'`).join(', ')
  const [list, pattern] = [getSentList(group), getNamePattern(group)]
  const tokens = pattern === null ? null : splitPattern(pattern)
  if (tokens !== null && fields.some((name) => matchPattern(tokens, name) !== null)) return
  if (list !== null && fields.every((name) => findClosestMatch(name, sentNames) === null)) {
    const message = `${found} is not a measure of '${id}' with a name of its own, but may be a ${group?.noun ?? 'name'} of its list '${list}'`
    return at.error('served-name', message)
  }
  const names = pattern === null ? '' : `; or a name that matches the pattern '${pattern}'`
  const end = sentNames.length === 0 ? suggestNames(dataset, first) : `${suggest(first, sentNames)}${names}`
  at.error('served-field', `${found} is not a measure of '${id}'${end}`)
}

/** Reports a second group beside one that contains every field without a column of its own. */
function checkOnlyGroup(column: ColumnPlan, { columns, origin }: ColumnContext): void {
  if (columns.every((group) => group === column || !isGroup(group))) return
  origin.error('group-columns', 'this group contains every other field, so it must be the only group')
}

/** How every kind of column is checked; what the browser needs of each is in `src/report/table/column-kinds.ts`. */
const columnDefinitionKinds: { readonly [K in ColumnPlan['kind']]: ColumnDefinitionKind<K> } = {
  /** A column that shows a field of the record, under its first name that is present. */
  field: {
    check: checkFormula,
    checkDataset: ({ fields }, context) => checkServedField(fields, 'field', context),
  },
  /** A column that shows a text of the record. */
  text: {
    check: () => undefined,
    checkDataset: ({ fields }, { dataset: { id, texts, dimensions, measures }, origin }) => {
      const sentTexts = [...texts, ...dimensions].flatMap(({ field }) => field ?? [])
      if (fields.some((name) => sentTexts.includes(name))) return
      const [first = ''] = fields
      const isMeasure = measures.some(({ field }) => fields.includes(field))
      const end = isMeasure ? ', but a measure; write "field" instead of "text"' : suggest(first, sentTexts)
      origin.at('text').error('served-field', `'${first}' is no text of '${id}'${end}`)
    },
  },
  /** A group over the names of a list; it contains every further field, so it is the only group. */
  list: {
    check: (column, context) => {
      const { lists, origin } = context
      if (!lists.includes(column.list)) {
        const message = `no list '${column.list}' in data.listPaths${suggest(column.list, lists)}`
        origin.at('list').error('group-columns', message)
      }
      checkOnlyGroup(column, context)
    },
    checkDataset: (column, { dataset: { id, group }, listPaths, origin, data }) => {
      const sentList = getSentList(group)
      if (sentList === null) {
        const names =
          group === null ? '' : `; its ${group.noun}s match the pattern '${getNamePattern(group) ?? ''}'`
        return origin.at('list').error('served-records', `'${id}' sends no list of names${names}`)
      }
      const [sent, path] = [`records.${sentList}`, (listPaths[column.list] ?? []).join('.')]
      if (path === sent) return
      const message = `'${id}' sends no list in '${path}'; allowed is '${sent}'`
      data.at('listPaths', column.list).error('served-records', message)
    },
  },
  /** A group over the fields whose names match a pattern. */
  pattern: {
    check: (column, context) => {
      if (matchesAnyName(splitPattern(column.pattern))) checkOnlyGroup(column, context)
      const isDouble = listRepeated(listParts(column)).length > 0
      if (!isDouble && !column.pattern.includes('}{')) return
      const error = isDouble ? 'names a part twice' : 'has two parts with nothing between them'
      context.origin.at('pattern').error('group-columns', `the pattern '${column.pattern}' ${error}`)
    },
    checkDataset: (column, { dataset, origin }) => {
      if (canMatch(column.pattern, dataset)) return
      const names = suggestNames(dataset, column.pattern)
      const message = `no measure of '${dataset.id}' matches the pattern '${column.pattern}'${names}`
      origin.at('pattern').error('served-pattern', message)
    },
  },
  /** A group over the values of a field. */
  pivot: {
    check: (column, { columns, origin, isCombined }) => {
      checkShares(column, column.formula, { columns, origin })
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
      const check = (key: string, written: readonly string[], allowed: readonly string[], what: string) => {
        const [first = ''] = written
        if (written.some((name) => allowed.includes(name))) return
        context.origin.at(key).error('served-field', `'${first}' is ${what}${suggest(first, allowed)}`)
      }
      const values = dimensions.find(({ field }) => field === name)?.values
      for (const [key, written] of Object.entries({ order, labels: Object.keys(labels) })) {
        for (const value of written)
          check(key, [value], values ?? [value], `not a value of ${name} in '${id}'`)
      }
      const sent = response.leading.map((field) => field.name)
      check('pivot', [name], sent, `no dimension that '${id}' sends`)
      checkRecords(records, context)
    },
  },
  /** A column that is computed from others, or from fields of the records. */
  value: {
    check: checkFormula,
    checkDataset: ({ records }, context) => checkRecords(records, context),
  },
}

export const getColumnDefinitionKind = <K extends ColumnPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): ColumnDefinitionKind<K> => columnDefinitionKinds[kind]
