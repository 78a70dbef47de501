import { plainAddress, writeAddress } from '../../engine/address.ts'
import type { Report, ReportPlan, Selection } from '../../engine/report-plan.ts'
import { screenParameters } from './screen-parameters.ts'

/** The address of another tab or variant: it keeps what is chosen and starts with nothing loaded (R57). */
export const screenAddress = (
  report: Report,
  to: Pick<ReportPlan, 'tab' | 'variant'>,
  selection: Selection,
): string => {
  const query = writeAddress({ ...plainAddress, selection }, screenParameters(report, to)).toString()
  const path = report.tabs?.as === 'routes' ? `${report.path}/${to.tab ?? ''}` : report.path
  return query === '' ? path : `${path}?${query}`
}
