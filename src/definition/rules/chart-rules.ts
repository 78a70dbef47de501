import { suggest, childRef, type Reporter } from '../diagnostic.ts'
import type { Resolved } from '../sections.ts'
import type { ColumnPlan } from '../../report/plan.ts'

interface WrittenChart {
  readonly visible: { readonly columns: readonly string[]; readonly first: number; readonly of: string }
  readonly hint?: string | undefined
}

/** The series shown at first exist, there is one at least, and a hint is there only where it can be due. */
export function checkChart(
  columns: readonly ColumnPlan[],
  chart: Resolved<WrittenChart>,
  note: Reporter,
): void {
  const { visible, hint } = chart.value
  const at = childRef(chart.origin, 'visible')
  const series = columns.filter(({ role }) => role === 'series')
  const ids = series.map(({ id }) => id)
  visible.columns.forEach((id, index) => {
    if (ids.includes(id)) return
    const message = `no series '${id}'${suggest(id, ids)}`
    note({ ...childRef(at, 'columns', index), rule: 'visible-unknown', message })
  })
  const groups = series.filter(({ kind }) => kind === 'each' || kind === 'matching').map(({ id }) => id)
  if (visible.of !== 'series' && !groups.includes(visible.of)) {
    const message = `no group '${visible.of}'${suggest(visible.of, ['series', ...groups])}`
    note({ ...childRef(at, 'of'), rule: 'visible-group', message })
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
    visible.of === 'series' &&
    ids.every((id) => shown.has(id))
  ) {
    const message = `all ${ids.length} series are shown at first, so this is never said`
    note({ ...childRef(chart.origin, 'hint'), rule: 'hint-never', message })
  }
}
