import * as z from 'zod/mini'

/** The keys of the settings file as they are written there: every value is text. */
export const SettingsFile = z.object({
  'api.base.url': z.string(),
  'app.name': z.optional(z.string()),
  'app.version': z.optional(z.string()),
  'feature.query.builder.enabled': z.optional(z.string()),
  'feature.reports.enabled': z.optional(z.string()),
  'app.demo': z.optional(z.string()),
})

/** The name of a portal whose settings file has none. */
export const DEFAULT_APP_NAME = 'BI Dashboard'

/** Whom users contact when something fails; `href` if the text is an address. */
export type SupportContact = { readonly text: string; readonly href?: string }

/** The settings as the portal understands them: nothing is missing. */
export type Settings = {
  readonly apiBaseUrl: string
  readonly appName: string
  readonly appVersion: string
  readonly queryBuilderEnabled: boolean
  readonly reportsEnabled: boolean
  readonly demo: boolean
  readonly support?: SupportContact | null
}
