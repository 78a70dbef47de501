import { reportEntries } from 'virtual:report-entries'

/** What the shell knows of the reports before one is opened (R3). */
export const reportManifest = reportEntries
