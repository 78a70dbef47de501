import type { ReportPlan, Selection } from '../../report/model/report-plan.ts'
import { listPeriods } from '../../report/selection/latest-period.ts'
import { resolveLabels } from '../../report/selection/titles-and-file-names.ts'
import { formatCall, layOutScreen, readScreen } from '../../server/data/workbooks/read-screen.ts'
import { CommandError } from '../command.ts'

/** Loads the table of a selection. Without a choice it has the latest period with records, and each first option. */
export async function loadTable(
  plan: ReportPlan,
  chosen: Selection,
  today: string,
  read: (call: string) => Promise<string>,
) {
  const fetchBody = async (call: string): Promise<unknown> => JSON.parse(await read(call))
  const { options, selections } = await listPeriods(plan, fetchBody, today, chosen)
  for (const period of selections) {
    const selection = { ...period, ...chosen }
    const readSelection = (part: Selection) => read(formatCall(plan, part, today, options))
    const table = layOutScreen(await readScreen(plan, selection, readSelection))
    const isEmpty = table.rows.every(({ hasRecord }) => !hasRecord)
    if (!isEmpty) return { table, labels: resolveLabels(plan, selection, today, options) }
  }
  throw new CommandError('no record was found for this selection')
}
