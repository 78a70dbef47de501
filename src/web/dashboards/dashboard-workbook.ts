import { formatScreenName, resolveLabels } from '../../report/labels.ts'
import { buildAbout } from '../../workbook/about-sheet.ts'
import { type DashboardTable, WORKBOOK_TYPE, writeDashboardWorkbook } from '../../workbook/workbook.ts'
import { saveFile } from '../api/files.ts'
import { formatUtc } from '../components/page.tsx'
import { today } from '../reports/report-services.ts'
import type { LoadedTile } from './use-tile.ts'

type Input = {
  readonly title: string
  readonly tiles: readonly LoadedTile[]
  readonly user: string
  /** The name of the portal. */
  readonly product: string
}

/** Saves a workbook with a sheet for each table that tiles show, each once. */
export async function saveDashboardWorkbook({ title, tiles, user, product }: Input): Promise<void> {
  const tables = new Map<string, DashboardTable>()
  for (const { tile, view } of tiles) {
    const { report, plan, selection, options, table } = view
    const labels = resolveLabels(plan, selection, today(), options)
    const about = buildAbout(plan, formatScreenName(report, plan), labels)
    const key = JSON.stringify([plan.key, selection])
    const name = tile.title ?? labels.tableTitle
    if (!tables.has(key)) tables.set(key, { table, title: name, period: labels.period, about })
  }
  const exportedAt = new Date()
  const file = await writeDashboardWorkbook({
    title,
    tables: [...tables.values()],
    facts: [
      ['Dashboard', title],
      ['Exported by', user],
      ['Exported at', formatUtc(exportedAt)],
      ['Exported from', product],
    ],
    creator: `${user} (${product})`,
    createdAt: exportedAt,
  })
  saveFile(
    new Blob([file.slice()], { type: WORKBOOK_TYPE }),
    `${title.replaceAll(/[/\\]/g, '-')} ${today()}.xlsx`,
  )
}
