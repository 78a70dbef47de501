import { formatScreenName, resolveLabels } from '../../report/labels.ts'
import { buildAbout } from '../../workbook/about-sheet.ts'
import { WORKBOOK_TYPE, writeDashboardWorkbook } from '../../workbook/workbook.ts'
import { saveFile } from '../api/files.ts'
import { getSettings } from '../contexts/settings.ts'
import { today } from '../reports/report-services.ts'
import type { LoadedTile } from './use-tile.ts'

/** Saves a workbook with a sheet for each tile: the whole table that it shows. */
export async function saveDashboardWorkbook(
  title: string,
  tiles: readonly LoadedTile[],
  user: string,
): Promise<void> {
  const tables = tiles.map(({ tile, view: { report, plan, selection, options, table } }) => {
    const labels = resolveLabels(plan, selection, today(), options)
    const about = buildAbout(plan, formatScreenName(report, plan), labels)
    return { table, title: tile.title ?? labels.tableTitle, period: labels.period, about }
  })
  const product = getSettings().appName
  const file = await writeDashboardWorkbook({ title, tables, user, product, exportedAt: new Date() })
  const name = `${title.replaceAll(/[/\\]/g, '-')} ${today()}.xlsx`
  saveFile(new Blob([file.slice()], { type: WORKBOOK_TYPE }), name)
}
