import type { Tile } from '../../../schemas/api/dashboard.ts'
import type { ScheduleForm } from '../../../schemas/api/schedule.ts'
import type { Report } from './report-plan.ts'

/** A dashboard as understood: its tiles name screens, columns and types that exist. */
export interface DashboardPlan {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly order: number
  /** The id of a right of its own; null for none. */
  readonly permission: number | null
  readonly renewMinutes: number
  readonly tiles: readonly Tile[]
}

/** A schedule of a file: what a user would send to the API, and who owns it. */
export interface SchedulePlan {
  readonly id: string
  readonly owner: string
  readonly form: ScheduleForm
}

/** The schedules of a folder, and the names of its files that cannot be read. */
export interface ScheduleFiles {
  readonly plans: readonly SchedulePlan[]
  readonly unread: readonly string[]
}

export interface Schedulable {
  readonly reports: readonly Report[]
  readonly dashboards: readonly DashboardPlan[]
}
