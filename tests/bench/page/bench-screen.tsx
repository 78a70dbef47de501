import { chartTypeNames } from '../../../src/report/model/report-plan.ts'
import { Suspense, useEffect } from 'react'
import { mapChartTypes } from '../../../schemas/report/chart-types.ts'
import type { ChartType } from '../../../src/report/model/report-plan.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { defaultVisibility, type Visibility } from '../../../src/report/model/series.ts'
import { Card } from '../../../src/web/kit/card.tsx'
import { DataTable } from '../../../src/web/table/data-table.tsx'
import { lazyWithPreload, whenIdle } from '../../../src/web/kit/lazy-loading.tsx'
import { PreparedView } from '../../../src/web/kit/prepared-view.tsx'
import { ToggleGroup } from '../../../src/web/kit/toggle-group.tsx'

/** Comes while the page rests, as on a report's screen. */
export const chartCode = lazyWithPreload(() => import('./chart-panel.tsx'))
const prepareImages = async (table: ReportTable, type: ChartType) => {
  const { prepareImage } = await import('../../../src/chart/view/chart-image.ts')
  prepareImage(table, type)
}

const LABELS = mapChartTypes((_, label) => label)

/** What is on the screen, for the adapter. */
export type Shown = {
  readonly table: ReportTable
  readonly view: 'table' | 'chart'
  readonly type: ChartType
  readonly visibility: Visibility
}

export const shownFirst = (table: ReportTable): Shown => ({
  table,
  view: 'table',
  type: 'line',
  visibility: defaultVisibility,
})

type Props = { readonly shown: Shown; readonly onChange: (shown: Shown) => void }

/** A report's screen without router, session and machine: table or chart, as the portal shows them. */
export const BenchScreen = ({ shown, onChange }: Props) => {
  const { table, view, type, visibility } = shown
  useEffect(
    () => (view === 'chart' ? whenIdle(() => void prepareImages(table, type)) : undefined),
    [view, table, type],
  )
  return (
    <main className="flex flex-col gap-2 p-4">
      <div>
        <ToggleGroup
          label="Chart type"
          options={chartTypeNames.map((value) => ({ value, label: LABELS[value] }))}
          value={type}
          onChange={(chosen) => onChange({ ...shown, view: 'chart', type: chosen })}
        />
      </div>
      <div className="relative">
        {view === 'table' && (
          <DataTable
            table={table}
            caption="Minutes"
            busy={false}
            renderFrame={(menu, grid) => (
              <Card title="Minutes" actions={menu} flush>
                {grid}
              </Card>
            )}
          />
        )}
        <PreparedView isShown={view === 'chart'} prepare={chartCode.preload}>
          <Suspense>
            <chartCode.Component
              table={table}
              type={type}
              title="Minutes"
              visibility={visibility}
              onVisibility={(next) => onChange({ ...shown, visibility: next })}
            />
          </Suspense>
        </PreparedView>
      </div>
    </main>
  )
}
