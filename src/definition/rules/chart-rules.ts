import { suggest, childRef, type Reporter } from '../diagnostic.ts'
import { isGroup } from '../columns/index.ts'
import type { Resolved } from '../sections.ts'
import type { ColumnPlan } from '../../report/plan.ts'

interface WrittenChart {
  readonly types: readonly string[]
  readonly initiallyVisible: {
    readonly columns: readonly string[]
    readonly first: number
    readonly countBy: string
  }
  readonly hint?: string | undefined
  readonly pie: { readonly over: string }
}

/** Checks that the series shown at first exist, that there is one, and that a hint can ever be shown. */
export function checkChart(
  columns: readonly ColumnPlan[],
  chart: Resolved<WrittenChart>,
  onDiagnostic: Reporter,
): void {
  const { types, initiallyVisible: visible, hint, pie } = chart.value
  types.forEach((type, index) => {
    if (types.indexOf(type) === index) return
    const message = `the chart type '${type}' is there twice`
    onDiagnostic({ ...childRef(chart.origin, 'types', index), rule: 'chart-type', message })
  })
  if (pie.over === 'rows' && !types.includes('pie')) {
    const message = `the pie is over rows, and no pie is one of the types ${types.join(', ')}`
    onDiagnostic({ ...childRef(chart.origin, 'pie'), rule: 'chart-unused', message })
  }
  const at = childRef(chart.origin, 'initiallyVisible')
  const series = columns.filter(({ role, hidden }) => role === 'series' && !hidden)
  const ids = series.map(({ id }) => id)
  visible.columns.forEach((id, index) => {
    if (ids.includes(id)) return
    const message = `no series '${id}'${suggest(id, ids)}`
    onDiagnostic({ ...childRef(at, 'columns', index), rule: 'visible-unknown', message })
  })
  const groups = series.filter(isGroup).map(({ id }) => id)
  if (visible.countBy !== 'series' && !groups.includes(visible.countBy)) {
    const message = `no group '${visible.countBy}'${suggest(visible.countBy, ['series', ...groups])}`
    onDiagnostic({ ...childRef(at, 'countBy'), rule: 'visible-group', message })
  }
  if (visible.first === 0 && visible.columns.length === 0) {
    onDiagnostic({
      ...at,
      rule: 'visible-none',
      message: 'no series is shown at first, so every chart begins empty',
    })
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
    const message = `all ${ids.length} series are shown at first, so the hint is never shown`
    onDiagnostic({ ...childRef(chart.origin, 'hint'), rule: 'hint-never', message })
  }
}
