import { createContext } from 'react'
import { reportEntries } from 'virtual:report-entries'
import type { Report, ReportEntry } from '../../report/model/report-plan.ts'
import { loadPlans } from '../kit/lazy-loading.tsx'

/** A report that tiles show. */
export interface TileReport extends Pick<ReportEntry, 'menu' | 'path'> {
  readonly load: () => Promise<Report | null>
}

function findReport(id: string): TileReport | undefined {
  const listed = reportEntries.find((entry) => entry.id === id)
  return listed && { ...listed, load: () => loadPlans(listed) }
}

/** Finds the report of a tile: one of the portal, or of drafts. */
export const TileReports = createContext<(id: string) => TileReport | undefined>(findReport)
