import { isSameUnit } from '../../report/format.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import { isGroup } from '../columns/index.ts'
import { describeUnit } from '../columns/operands.ts'
import { childRef, type Reporter, suggest } from '../diagnostic.ts'
import type { Section } from '../sections.ts'

/** Checks that highlights name columns that exist, compare what has one unit, and that a scale has a direction. */
export function checkHighlights(
  columns: readonly ColumnPlan[],
  { value: highlights, origin }: Section<'highlights'>,
  onDiagnostic: Reporter,
): void {
  const find = (id: string) => columns.find((one) => one.id === id)
  for (const [index, highlight] of highlights.entries()) {
    const path = 'scale' in highlight ? ['scale'] : ['when', 'column']
    const report = (rule: 'highlight-column' | 'highlight-limit', message: string, at: readonly string[]) =>
      onDiagnostic({ ...childRef(origin, index, ...at), rule, message })
    const id = 'scale' in highlight ? highlight.scale : highlight.when.column
    const column = find(id)
    if (column === undefined || column.role === 'text') {
      const ids = columns.filter(({ role }) => role !== 'text').map((one) => one.id)
      const message = column ? `'${id}' is a text, which is not compared` : `no column '${id}'`
      report('highlight-column', `${message}${suggest(id, ids)}`, path)
      continue
    }
    if ('scale' in highlight) {
      const { from = -Infinity, to = Infinity } = highlight
      if (from >= to) report('highlight-limit', `the scale from ${from} to ${to} shades nothing`, ['from'])
      continue
    }
    const { value } = highlight.when
    if (typeof value === 'number') continue
    const at = ['when', 'value', 'column']
    const limit = find(value.column)
    if (limit === undefined || isGroup(limit) || limit.role === 'text') {
      const single = columns.filter((one) => !isGroup(one)).map((one) => one.id)
      const message = limit
        ? `'${value.column}' is a ${isGroup(limit) ? 'group of columns' : 'text'}`
        : `no column '${value.column}'${suggest(value.column, single)}`
      report('highlight-column', message, at)
    } else if (limit === column) {
      report('highlight-limit', `'${id}' is compared with itself`, at)
    } else if (!isSameUnit(column.format, limit.format)) {
      const message = `'${id}' is in ${describeUnit(column)} and is compared with '${limit.id}' in ${describeUnit(limit)}`
      report('highlight-limit', message, at)
    }
  }
}
