import * as z from 'zod/mini'

/** What an API can offer beyond the calls of the specification. */
export const apiFeatures = [
  'account',
  'sessions',
  'history',
  'compare',
  'dashboards',
  'notes',
  'jobs',
  'alerts',
  'schedules',
  'tokens',
  'second-factor',
  'invitations',
  'imports',
  'coverage',
  'studio',
  'views',
  'days',
] as const
export type ApiFeature = (typeof apiFeatures)[number]

/** Names separated by commas; unknown ones are ignored. */
const ApiFeatures = z.pipe(
  z.string(),
  z.transform((text): ReadonlySet<ApiFeature> => {
    const names = text.split(',').map((name) => name.trim())
    return new Set(apiFeatures.filter((feature) => names.includes(feature)))
  }),
)

/** The keys of the settings file as they are written there: every value is text. */
export const SettingsFile = z.object({
  'api.base.url': z.string(),
  'api.features': z.optional(ApiFeatures),
  'app.name': z.optional(z.string()),
  'app.version': z.optional(z.string()),
  'feature.query.builder.enabled': z.optional(z.string()),
  'feature.reports.enabled': z.optional(z.string()),
  'app.demo': z.optional(z.string()),
  'auth.company.label': z.optional(z.string()),
  'auth.company.only': z.optional(z.string()),
})

/** The name of a portal whose settings file has none. */
export const DEFAULT_APP_NAME = 'BI Dashboard'

/** Names whom users contact when something fails; `href` if the text is an address. */
export type SupportContact = { readonly text: string; readonly href?: string }

/** Contains the settings as the portal understands them: nothing is missing. */
export type Settings = {
  readonly apiBaseUrl: string
  /** What the API announces beyond the calls of the specification; nothing else of it is requested or shown. */
  readonly features: ReadonlySet<ApiFeature>
  readonly appName: string
  readonly appVersion: string
  readonly queryBuilderEnabled: boolean
  readonly reportsEnabled: boolean
  readonly demo: boolean
  /** The button of the company sign-in, and whether passwords are for named accounts only; null without one. */
  readonly companySignIn: { readonly label: string; readonly isOnly: boolean } | null
  readonly support?: SupportContact | null
}

const LINE = /\r\n|\r|\n/
const COMMENT = /^[#!]/
const ENTRY = /^([^=:]*?)\s*[=:]\s*(.*)$/

/**
 * Returns the entries of a properties file: `key=value` per line, `#` or `!` starts a comment line, the first `=` or
 * `:` separates, the last of two equal keys counts. Other lines are ignored.
 */
export const parseProperties = (text: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>()
  for (const line of text.replace(/^\uFEFF/, '').split(LINE)) {
    const trimmed = line.trim()
    if (COMMENT.test(trimmed)) continue
    const [, key, value] = ENTRY.exec(trimmed) ?? []
    if (key !== undefined && key !== '' && value !== undefined) entries.set(key, value)
  }
  return entries
}
