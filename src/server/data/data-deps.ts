import type { IdentityDeps } from '../identity/access/authorization.ts'
import type { NoteScopes } from './notes/stored-notes.ts'
import type { Sources } from './sources/sources.ts'

/** Lists what the routes of datasets, reports, notes and dashboards depend on. */
export interface DataDeps extends IdentityDeps {
  readonly noteScopes: NoteScopes
  /** The other databases in which datasets have their rows. */
  readonly sources: Sources
  /** In production no dummy records are generated. */
  readonly production: boolean
}
