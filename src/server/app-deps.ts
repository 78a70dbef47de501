import type { Report } from '../report/plan.ts'
import type { DatasetPlan } from '../definition/datasets/dataset-plan.ts'
import type { CallerChecks } from './access/authorization.ts'
import type { DeferredEvents } from './audit/deferred-events.ts'
import type { Passwords } from './passwords/passwords.ts'

/** The dependencies of routes. */
export interface AppDeps extends CallerChecks {
  readonly reports: readonly Report[]
  /** The datasets that are stored and served. */
  readonly datasets: readonly DatasetPlan[]
  readonly passwords: Passwords
  readonly deferredEvents: DeferredEvents
  /** In production no dummy records are generated. */
  readonly production: boolean
  /** Returns the name of the portal in its settings file. */
  readonly getProductName: () => string
}
