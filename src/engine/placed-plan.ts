import type { Origin } from './finding.ts'
import type { ReportPlan } from './report-plan.ts'

/** A plan with the places where its parts were written, which may be another definition. */
export interface PlacedPlan {
  readonly plan: ReportPlan
  readonly origins: {
    readonly selectors: Origin
    readonly data: Origin
    readonly rows: Origin
    readonly columns: Origin
    readonly download: Origin | null
    /** The parameters of the tab. */
    readonly params: Origin | null
  }
  /** The calls before the parameters of the tab are filled in. */
  readonly written: { readonly data: string; readonly download: string | null }
}
