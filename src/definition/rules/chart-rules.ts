import { suggest, childRef, type Reporter } from '../diagnostic.ts'
import { isGroup } from '../columns/index.ts'
import type { Resolved } from '../sections.ts'
import type { ColumnPlan } from '../../report/plan.ts'

interface WrittenChart {
  readonly initiallyVisible: {
    readonly columns: readonly string[]
    readonly first: number
    readonly countBy: string
  }
  readonly hint?: string | undefined
}

/** The series shown at first exist, there is one at least, and a hint is there only where it can be due. */
export function checkChart(
  columns: readonly ColumnPlan[],
  chart: Resolved<WrittenChart>,
  note: Reporter,
): void {
  const { initiallyVisible: visible, hint } = chart.value
  const at = childRef(chart.origin, 'initiallyVisible')
  const series = columns.filter(({ role }) => role === 'series')
  const ids = series.map(({ id }) => id)
  visible.columns.forEach((id, index) => {
    if (ids.includes(id)) return
    const message = `no series '${id}'${suggest(id, ids)}`
    note({ ...childRef(at, 'columns', index), rule: 'visible-unknown', message })
  })
  const groups = series.filter(isGroup).map(({ id }) => id)
  if (visible.countBy !== 'series' && !groups.includes(visible.countBy)) {
    const message = `no group '${visible.countBy}'${suggest(visible.countBy, ['series', ...groups])}`
    note({ ...childRef(at, 'countBy'), rule: 'visible-group', message })
  }
  if (visible.first === 0 && visible.columns.length === 0) {
    note({ ...at, rule: 'visible-none', message: 'no series is shown at first, so every chart begins empty' })
  }
  const shown = new Set([
    ...visible.columns,
    ...ids.filter((id) => !visible.columns.includes(id)).slice(0, visible.first),
  ])
  if (
    hint !== undefined &&
    groups.length === 0 &&
    visible.countBy === 'series' &&
    ids.every((id) => shown.has(id))
  ) {
    const message = `all ${ids.length} series are shown at first, so this is never said`
    note({ ...childRef(chart.origin, 'hint'), rule: 'hint-never', message })
  }
}
