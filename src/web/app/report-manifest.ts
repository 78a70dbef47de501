import { reportEntries } from 'virtual:report-entries'

/** What the shell knows of the reports before one is opened. */
export const reportManifest = reportEntries
