import { useMemo, useState } from 'react'
import { buildChartRows } from '../../../chart/model.ts'
import type { ChartType } from '../../../report/plan.ts'
import type { ReportTable, Series } from '../../../report/table.ts'
import { DataTable } from '../data-table/data-table.tsx'

type Props = {
  readonly table: ReportTable
  readonly series: readonly Series[]
  readonly type: ChartType
  readonly title: string
}

/** The values of the chart as a table. Rendered only while open. */
export const ChartDataTable = (props: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="group open:w-full"
      data-screen-only
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded-control px-1 font-medium text-soft hover:text-ink">
        <span className="group-open:hidden">Show data</span>
        <span className="hidden group-open:inline">Hide data</span>
      </summary>
      {isOpen && <OpenData {...props} />}
    </details>
  )
}

const OpenData = ({ table, series, type, title }: Props) => {
  const data = useMemo(() => buildChartRows(table, series, type), [table, series, type])
  return (
    <div className="mt-2 max-h-[480px] overflow-auto text-base text-ink">
      <DataTable table={data} caption={title} busy={false} renderFrame={(_, grid) => grid} />
    </div>
  )
}
