import type { ColumnDefinitions } from '../../../schemas/report/columns.ts'
import { type DatasetPlan, isSingle } from '../../dataset/dataset-plan.ts'
import { formatWords } from '../../report/model/format.ts'
import { monthNames } from '../../time/calendar.ts'
import { cycles } from '../../time/cycles.ts'
import { suggestNames } from '../compatibility/name-patterns.ts'
import { describeUnknown, type Path, type Place } from '../../diagnostics/diagnostic.ts'
import { describeExpression, type Words } from '../expressions/describe-expression.ts'
import { formatExpression } from '../expressions/format-expression.ts'
import { ExpressionError, parseExpression, type Syntax } from '../expressions/parse-expression.ts'
import type { QuestionColumn } from './written-parts.ts'
import type { JoinedTable } from '../datasets/joined-tables.ts'
import { type Group, isCycle, isTimeUnit, timeKeys, type TimeUnit } from './question-group.ts'
import { getKeyTime } from '../../dataset/key-spans.ts'
import { listUnits } from '../../query/periods.ts'
import { isDayPart } from '../../time/grains.ts'
import type { SampledRecords } from '../datasets/derived.ts'
import { createMeasures } from './question-measures.ts'
import { getSelectorName } from './question-selectors.ts'
import { findExpressionUnit, type UnitScope, writeChosenUnit } from './question-units.ts'
import { createSamples } from './samples.ts'
import { splitExpression } from '../expressions/split-expression.ts'
import { isWholeNumber } from '../expressions/whole-numbers.ts'

type WrittenColumn = Exclude<QuestionColumn, string>
type FullColumn = ColumnDefinitions[keyof ColumnDefinitions]

/** A measure that the dataset sends, with the path of the column for which it was added. */
export interface AddedMeasure {
  readonly field: string
  readonly value: string
  readonly samples: number | undefined
  readonly path: Path
}

export interface ExpandedColumns {
  readonly columns: FullColumn[]
  readonly measures: readonly AddedMeasure[]
  readonly dimensions: readonly string[]
  /** The texts of records that are shown. */
  readonly texts: readonly string[]
  readonly cycles: readonly (keyof typeof cycles)[]
  /** The records that are sent beside those of rows. */
  readonly samples: readonly SampledRecords[]
  /** The times that are columns; null for none. */
  readonly pivotGrain: TimeUnit | null
  /** The words of the columns with an expression, and of the parts that the dataset sends for them. */
  readonly words: ReadonlyMap<string, string>
}

/** The dataset that a report asks, and those that are joined with it. */
interface Asked {
  readonly source: DatasetPlan
  /** What rows are about. */
  readonly by: readonly string[]
  readonly tables: readonly JoinedTable[]
  /** The values of dimensions of the source that are read. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** The dimensions of which one value is read. */
  readonly fixed: readonly string[]
}

const findDimension = ({ dimensions }: DatasetPlan, name: string) =>
  dimensions.find(({ id, field }) => id === name || field === name)

/** Lists the dimensions whose values are columns. */
export const listPivots = (columns: readonly QuestionColumn[], source: DatasetPlan): string[] =>
  columns.flatMap((column) =>
    typeof column === 'string' || !('pivot' in column) ? [] : (findDimension(source, column.pivot)?.id ?? []),
  )

/** Writes the columns over what the dataset sends; null if a name or an expression is wrong, which is reported. */
export function expandColumns(
  asked: readonly QuestionColumn[],
  { source, by, where, tables, fixed }: Asked,
  group: Group | null,
  root: Place,
): ExpandedColumns | null {
  const { findTable, findOwner, findComputed, bind, writeOut } = createMeasures(source, tables)
  const columns = asked.map(writeOut)
  const measures: AddedMeasure[] = []
  let path: Path = []
  const samples = createSamples(source)
  const edgeUnit = samples.unit === 'year' ? null : samples.unit
  const dimensions: string[] = []
  const texts: string[] = []
  const places: (keyof typeof cycles)[] = []
  const grains: TimeUnit[] = []
  const ids = columns.flatMap((column) =>
    typeof column === 'string' ? [column] : 'pivot' in column ? [] : (getColumnName(column) ?? []),
  )
  const readColumn = (name: string) => {
    const column = columns.find((column) => typeof column === 'object' && getColumnName(column) === name)
    if (typeof column !== 'object' || 'pivot' in column) return null
    if ('value' in column) return typeof column.value === 'string' ? parseExpression(column.value) : null
    if (!('field' in column) || (column.aggregate ?? 'sum') === 'sum') return null
    return parseExpression(`${column.aggregate}(${[column.field].flat()[0]})`)
  }
  const taken = new Set([...ids, ...source.measures.map(({ field }) => field)])
  const addMeasure = (value: string, name?: string, position?: number): string => {
    const known = measures.find(
      (one) => one.value === value && one.samples === position && (name === undefined || one.field === name),
    )
    if (known !== undefined) return known.field
    const field = name ?? `part${measures.length + 1}`
    // A name that an author has chosen comes first.
    const own = name === undefined && taken.has(field) ? `${field}_` : field
    measures.push({ field: own, value, samples: position, path })
    return own
  }
  const readMeasure = (name: string) => (ids.includes(name) ? null : bind(name))
  const requireMeasure = (name: string, index: number): void => {
    const [own, owner] = findOwner(name)
    if (owner.measures.some(({ field }) => field === own)) return
    if (findComputed(name) !== undefined) {
      throw new ExpressionError(
        `'${own}' is computed over all records of a cell, not of each record; write ${name} by itself`,
        index,
      )
    }
    const others = [...owner.computed.map(({ id }) => id), ...(owner === source ? listJoined() : [])]
    throw new ExpressionError(
      `'${own}' is not a measure of '${owner.id}'${suggestNames(owner, own, others)}`,
      index,
    )
  }
  const listJoined = () =>
    tables.flatMap(({ name, dataset }) => listMeasureNames(dataset).map((measure) => `${name}.${measure}`))
  const requireDays = (name: string, index: number): void => {
    const isDaily = source.key.kind === 'date' || isDayPart(source.key.kind)
    if (name.startsWith('work') && source.calendar === null)
      throw new ExpressionError(`'${source.id}' has no calendar; name one by its key "calendar"`, index)
    if (name.endsWith('days') || isDaily) return
    throw new ExpressionError(
      `the records of '${source.id}' are not about days, so that no last day is known`,
      index,
    )
  }
  const requireSum = (names: readonly string[], index: number, each?: string, product?: Syntax): void => {
    const [first = ''] = names
    const table = findTable(first)
    if (table === undefined || !names.every((name) => findTable(name) === table)) return
    if (table.groupError !== null) {
      const allowed = product === undefined ? '' : `; write sum${formatExpression(product)}`
      throw new ExpressionError(`${table.groupError}${allowed}`, index)
    }
    if (each === undefined || hasPart(table, source, each)) return
    throw new ExpressionError(
      `the records of '${table.name}' are not about a ${each}, so they have no sum of each`,
      index,
    )
  }
  const sample = (...by: Parameters<typeof samples.add>) => {
    const { field, position } = samples.add(...by)
    return { field, addMeasure: (value: string) => addMeasure(value, undefined, position) }
  }
  /** Finds a measure with its unit: the value that the dimension of the unit has, or the dimension of the source that is equal. */
  const findUnitOfMeasure = (name: string) => {
    const [own, owner] = findOwner(name)
    const measure = owner.measures.find(({ field }) => field === own)
    if (measure === undefined || typeof measure.unit === 'string') return measure
    const table = findTable(name)
    const { from } = measure.unit
    const choice = table?.chosen.find(({ own: index }) => table.dataset.dimensions[index]?.id === from)
    if (choice !== undefined) return { unit: writeChosenUnit(choice.selector) }
    const [value, other] = (table?.where ?? where)[from] ?? []
    if (value !== undefined && other === undefined) return { unit: value }
    return { unit: { from: table === undefined ? from : findEqualDimension(table, source, from) } }
  }
  const findUnit = (text: string, written?: string, pivot?: string) => {
    let isMixed = false
    const pivoted = pivot === undefined ? undefined : findDimension(source, pivot)?.id
    const unitScope: UnitScope = {
      separated: new Set(fixed),
      pivot: pivoted,
      rows: new Set(group?.dimensions),
      onMixed: () => (isMixed = true),
      findMeasure: findUnitOfMeasure,
      findRate: (name) => {
        const table = findTable(name)
        if (table === undefined) return null
        const unit = findUnitOfMeasure(name)?.unit ?? null
        return { unit: typeof unit === 'string' ? unit : null, from: listRateKeys(table, source) }
      },
      findTarget: (name) => {
        if (!name.includes('.')) return name
        const selector = getSelectorName(name)
        const isChosen = tables.some(({ chosen }) => chosen.some((one) => one.selector === selector))
        return isChosen ? writeChosenUnit(selector) : null
      },
      findColumn: (name) => {
        const column = columns.find((one) => typeof one !== 'string' && 'id' in one && one.id === name)
        const computed = column === undefined ? source.computed.find(({ id }) => id === name) : undefined
        if (computed !== undefined) return { value: computed.value, unit: computed.format?.unit }
        if (typeof column !== 'object' || !('value' in column) || typeof column.value !== 'string')
          return undefined
        return { value: column.value, unit: column.format?.unit }
      },
    }
    const { unit, from } = findExpressionUnit(text, unitScope, written)
    const format: { unit?: string } = unit === null || unit === '' ? {} : { unit }
    return { format, isMixed, isOfPivot: from !== null && from === pivoted && !fixed.includes(from) }
  }
  const scope = {
    isTime: group?.isTime === true,
    edgeUnit,
    readMeasure,
    requireMeasure,
    requireDays,
    requireSum,
    addMeasure,
    sample,
  }
  const expand = (column: QuestionColumn): FullColumn => {
    if (typeof column === 'string' && findTable(column) !== undefined) return expand(nameJoined(column))
    if (typeof column === 'string') return expandMeasure({ field: column } as WrittenColumn, column)
    if ('field' in column) return expandMeasure(column, [column.field].flat()[0] ?? '')
    if ('pivot' in column) return expandPivot(column)
    if ('text' in column) return expandText(column)
    if (!('value' in column)) throw new ExpressionError('a dataset sends no lists and patterns here', 0)
    const { value, root, isQuotient, readsOtherPeriods, isCompared, lacksTotal } = splitExpression(
      column.value,
      { ...scope, columns: ids, readColumn },
    )
    const unit = findUnit(column.value, column.format?.unit)
    const [, rate] = /\bmean\(([\w.]+)\)/.exec(column.value) ?? []
    if (rate !== undefined && !isQuotient && column.format?.style === 'percent') {
      const message = `a mean of percentages counts a record of few like one of many; write mean(${rate}, weight), or mean(${rate}, 1) if that is meant`
      throw new ExpressionError(message, 0)
    }
    if (readsOtherPeriods && group?.isOnePeriod === false) {
      throw new ExpressionError(
        'another period is that of a month, quarter, week or day, which is not chosen here',
        0,
      )
    }
    const format =
      root === 'change' && column.format === undefined
        ? ({ style: 'percent', decimals: 1, sign: 'always' } as const)
        : isQuotient
          ? column.format
          : // A mean is sent as a quotient, and is none to its reader.
            {
              style: 'plain' as const,
              ...(isWholeNumber(column.value) && { decimals: 0 }),
              ...unit.format,
              ...column.format,
            }
    return {
      ...column,
      label: column.label ?? formatWords(column.id),
      value,
      ...(format !== undefined && { format }),
      ...(((isCompared && group?.isTime === true) || lacksTotal || unit.isMixed) && { total: false }),
    }
  }
  const nameJoined = (name: string): WrittenColumn => {
    requireMeasure(name, 0)
    const [own, owner] = findOwner(name)
    const label = owner.measures.find(({ field }) => field === own)?.label ?? own
    return { id: name.replaceAll(/\W/g, '_'), value: name, label } as WrittenColumn
  }
  const expandMeasure = (column: WrittenColumn, name: string): FullColumn => {
    requireMeasure(name, 0)
    const measure = source.measures.find(({ field }) => field === name)
    const { aggregate = 'sum', ...written } = column as Partial<ColumnDefinitions['field']>
    const unit = findUnit(name, written.format?.unit)
    const { decimals = null } = measure ?? {}
    // A mean of whole numbers has two decimals, and small rates have theirs.
    const hasOwn = decimals !== null && (decimals > 2 || (decimals === 0 && aggregate !== 'mean'))
    const format = hasOwn ? { decimals, ...unit.format } : unit.format
    const label = measure?.label === name ? formatWords(name) : (measure?.label ?? name)
    if (aggregate === 'mean' || aggregate === 'first' || aggregate === 'last') {
      const { field: _field, ...others } = written
      const value = `${aggregate}(${name})`
      return expand({ ...fieldDefaults, id: name, label, format, ...others, value } as WrittenColumn)
    }
    addMeasure(`${aggregate}(${name})`, name)
    return {
      ...fieldDefaults,
      ...(Object.keys(format).length > 0 && { format }),
      ...written,
      aggregate,
      label: written.label ?? label,
      field: name,
      ...(unit.isMixed && { total: false }),
    }
  }
  const expandText = (column: Extract<WrittenColumn, { text: unknown }>): FullColumn => {
    path = [...path, 'text']
    const [name = ''] = [column.text].flat()
    const text = source.texts.find(({ field }) => field === name)
    if (text === undefined) {
      const known = source.texts.map(({ field }) => field)
      throw new ExpressionError(describeUnknown('text', name, known), 0)
    }
    const missing = group === null ? [] : listMissingParts(source, group, fixed)
    if (missing.length > 0) {
      const message = `a row with a text is one record, so that rows or selectors name one ${missing.join(' and one ')}`
      throw new ExpressionError(message, 0)
    }
    texts.push(name)
    return { ...column, label: column.label ?? (text.label === name ? formatWords(name) : text.label) }
  }
  const expandPivot = (column: Extract<WrittenColumn, { pivot: unknown }>): FullColumn => {
    path = [...path, 'pivot']
    const { field, order, labels } = findPivot(column.pivot)
    path = [...path.slice(0, -1), 'value']
    const [written = ''] = [column.value].flat()
    const value = column.aggregate === 'sum' ? written : `${column.aggregate}(${written})`
    const unit = findUnit(value, column.format?.unit, column.pivot)
    if (unit.isOfPivot && column.top !== undefined) {
      path = [...path.slice(0, -1), 'top']
      throw new ExpressionError(
        `the columns are amounts of each '${column.pivot}', which cannot be ranked or added; leave out "top" and "rest"`,
        0,
      )
    }
    const measure = source.measures.find(({ field }) => field === value)
    const isMeasure = measure !== undefined
    const ownFormat = measure?.decimals === 0 ? { decimals: 0 } : undefined
    if (isMeasure) addMeasure(`sum(${value})`, value)
    const split = isMeasure ? null : splitExpression(value, { ...scope, columns: [], readColumn: () => null })
    const format = {
      // A mean is sent as a quotient, and is none to its reader.
      ...(split?.isQuotient === false && { style: 'plain' as const }),
      ...(split !== null && isWholeNumber(value) && { decimals: 0 }),
      ...unit.format,
      ...(column.format ?? findComputed(written)?.format ?? ownFormat),
      ...(unit.isOfPivot && { unit: writeChosenUnit(field) }),
    }
    return {
      ...column,
      aggregate: 'sum',
      ...(Object.keys(format).length > 0 && { format }),
      ...((unit.isMixed || split?.lacksTotal === true) && { total: false }),
      value: split?.value ?? value,
      pivot: field,
      order: column.order.length > 0 ? column.order : order,
      labels: { ...labels, ...column.labels },
    }
  }
  /** Finds the field whose values are columns: that of a dimension, of places that repeat, or of a time. */
  const findPivot = (name: string): { field: string; order: string[]; labels?: Record<string, string> } => {
    const dimension = findDimension(source, name)
    if (dimension !== undefined) {
      dimensions.push(dimension.id)
      return { field: dimension.field ?? name, order: [...(dimension.values ?? [])] }
    }
    if (isCycle(name)) {
      if (group?.isTime === true && group.grain !== 'month') {
        throw new ExpressionError(`'${name}' repeats within a month or year, and rows are shorter`, 0)
      }
      places.push(name)
      return { field: name, order: [...cycles[name].values] }
    }
    const canBeTime = group !== null && !group.isTime && group.cycles.length === 0
    if (canBeTime && isTimeUnit(name)) {
      grains.push(name)
      const [, field] = timeKeys[name]
      if (name !== 'month') return { field, order: [] }
      const months = monthNames.map((label, index) => [String(index + 1), label.slice(0, 3)] as const)
      return { field, order: [], labels: Object.fromEntries(months) }
    }
    const times = canBeTime ? ['day', 'week', 'month', 'quarter'] : []
    const known = [...source.dimensions.map(({ id }) => id), ...Object.keys(cycles), ...times]
    throw new ExpressionError(describeUnknown('dimension', name, known), 0)
  }
  let isValid = true
  for (const [index, name] of by.entries()) {
    if (findTable(name) === undefined) continue
    try {
      findUnit(name)
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      isValid = false
      root.at('rows', 'by', index).error('expression', error.message)
    }
  }
  const expanded = columns.flatMap((column, index): FullColumn[] => {
    const isExpression = typeof column !== 'string' && 'value' in column && !('pivot' in column)
    path = ['columns', index, ...(isExpression ? ['value'] : [])]
    try {
      return [expand(column)]
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      isValid = false
      const [, , ...key] = path
      root
        .at('columns', index, ...key)
        .error('expression', error.message, key[0] === 'value' ? error.index : undefined)
      return []
    }
  })
  if (!isValid) return null
  const naming = createWords(columns, source)
  const words = new Map([
    ...measures.flatMap(({ field, value }) =>
      source.measures.some((measure) => measure.field === field)
        ? []
        : // A sum of a measure is what its column is called.
          [[field, describeExpression(value.replace(/^sum\(([\w.]+)\)$/, '$1'), naming)] as const],
    ),
    ...columns.flatMap((column, index) => {
      if (typeof column === 'string' || !('value' in column) || 'field' in column) return []
      if (typeof column.value !== 'string') return []
      const written = asked[index]
      const computed = typeof written === 'string' ? findComputed(written)?.value : undefined
      return [[column.id, describeExpression(computed ?? column.value, naming)] as const]
    }),
  ])
  return {
    columns: expanded,
    measures,
    dimensions,
    texts,
    cycles: [...new Set(places)],
    pivotGrain: grains[0] ?? null,
    samples: samples.list,
    words,
  }
}

/** Lists the dimensions and the time of which a row has records of several. */
function listMissingParts(
  { dimensions, key }: DatasetPlan,
  group: Group,
  fixed: readonly string[],
): string[] {
  const { grain: own } = getKeyTime(key)
  const isChosen = group.span === own && (group.isOnePeriod || own === 'year')
  const isOneTime = group.isTime ? (group.grain ?? own) === own : isChosen
  const named = [...group.dimensions, ...fixed]
  const others = dimensions.filter((dimension) => !isSingle(dimension) && !named.includes(dimension.id))
  return [...(isOneTime ? [] : [own]), ...others.map(({ id }) => id)]
}

/** Returns the name by which expressions read a column: its id, or that of its measure. */
const getColumnName = (column: WrittenColumn): string | undefined =>
  column.id ?? ('field' in column ? [column.field].flat()[0] : undefined)

/** Lists the names of the measures that a question can ask for. */
const listMeasureNames = ({ measures, computed }: DatasetPlan): string[] => [
  ...measures.map(({ field }) => field),
  ...computed.map(({ id }) => id),
]

/** Returns the dimension of the source that equals one of a joined dataset. */
function findEqualDimension({ dataset, on }: JoinedTable, source: DatasetPlan, id: string): string {
  const own = dataset.dimensions.findIndex((dimension) => dimension.id === id)
  const pair = on.find((one) => one.own === own)
  return source.dimensions[pair?.source ?? -1]?.id ?? id
}

/** Returns true if the records of a joined dataset are about a dimension of the source, or a unit of time. */
function hasPart({ dataset, on }: JoinedTable, source: DatasetPlan, name: string): boolean {
  const index = source.dimensions.findIndex(({ id, field }) => id === name || field === name)
  if (index >= 0) return on.some((pair) => pair.source === index)
  const units: readonly string[] = dataset.key.kind === 'none' ? [] : listUnits(getKeyTime(dataset.key).grain)
  return units.includes(name)
}

/** Lists the dimensions of the source, and the fixed and chosen values, by which the rate of a record is found. */
const listRateKeys = ({ on, where, chosen }: JoinedTable, source: DatasetPlan): ReadonlySet<string> =>
  new Set([
    ...chosen.map(({ selector }) => writeChosenUnit(selector)),
    ...on.flatMap((pair) => source.dimensions[pair.source]?.id ?? []),
    ...Object.values(where).flatMap((values) => (values.length === 1 ? values : [])),
  ])

/** Names columns and measures as their headings do. */
const createWords = (columns: readonly QuestionColumn[], source: DatasetPlan): Words => ({
  period: 'period',
  name: (id) => {
    const column = columns.find((one) => typeof one !== 'string' && 'id' in one && one.id === id)
    const label = typeof column === 'object' && 'label' in column ? column.label : undefined
    const measure =
      source.measures.find(({ field }) => field === id) ?? source.computed.find((one) => one.id === id)
    return label ?? (measure && measure.label !== id ? measure.label : formatWords(id))
  },
})

/** The keys of a column of a measure that is written as its name. */
const fieldDefaults = { role: 'series', hidden: false, aggregate: 'sum', total: true } as const
