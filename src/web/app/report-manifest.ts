import { reportEntries } from 'virtual:report-entries'

/** Path and menu entry of every report. */
export const reportManifest = reportEntries
