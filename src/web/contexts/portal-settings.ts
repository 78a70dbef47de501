import {
  type ApiFeature,
  DEFAULT_APP_NAME,
  parseProperties,
  type Settings,
  SettingsFile,
} from '../../../schemas/settings.ts'

const MAX_FILE_LENGTH = 100_000

const isBaseUrl = (text: string): boolean => {
  if (text.startsWith('/')) return /^\/(?![/\\])[^\\\s?#]*$/.test(text)
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\]/.test(text)) return false
  return URL.canParse(text) && new URL(text).search === '' && new URL(text).hash === ''
}

/** Parses the text of the settings file; throws an error whose message says what to correct. */
export const parseSettings = (text: string): Settings => {
  if (text.length > MAX_FILE_LENGTH) throw new Error('the settings file is too large')
  if (text.replace(/^\uFEFF/, '').trim() === '') throw new Error('the settings file is empty')
  if (/^\uFEFF?\s*</.test(text)) {
    throw new Error('the settings file is missing: the server answered with a web page')
  }
  const entries = parseProperties(text)
  const parsed = SettingsFile.safeParse(Object.fromEntries(entries))
  const apiBaseUrl = parsed.success ? parsed.data['api.base.url'] : ''
  if (!parsed.success || apiBaseUrl === '') throw new Error('api.base.url is not configured')
  if (!isBaseUrl(apiBaseUrl)) {
    throw new Error(
      `api.base.url must be an http(s) address or a path with one leading slash, found "${apiBaseUrl}"`,
    )
  }
  const file = parsed.data
  const label = file['auth.company.label']
  return Object.freeze({
    apiBaseUrl,
    features: file['api.features'] ?? new Set(),
    appName: file['app.name'] || DEFAULT_APP_NAME,
    appVersion: file['app.version'] || '1.0.0',
    queryBuilderEnabled: file['feature.query.builder.enabled'] === 'true',
    reportsEnabled: file['feature.reports.enabled'] === 'true',
    demo: file['app.demo'] === 'true',
    companySignIn: label ? { label, isOnly: file['auth.company.only'] === 'true' } : null,
  })
}

let loaded: Settings | null = null

/** Whether a settings file has a key of `branding.ts`; most have none, and load no code for it. */
const BRANDED = /^\s*app\.(?:logo|support)/m

const loadBranding = async (text: string) =>
  (await import('./branding.ts')).applyBranding(parseProperties(text))

/** Loads and parses the settings file; `getSettings` returns the result from then on. */
export const loadSettings = async (url: string, load: typeof fetch = fetch): Promise<Settings> => {
  const response = await load(url, { cache: 'no-store' }).catch(() => {
    throw new Error('the settings file could not be fetched')
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${response.statusText}`)
  const text = await response.text()
  const settings = parseSettings(text)
  loaded = BRANDED.test(text) ? { ...settings, support: await loadBranding(text) } : settings
  return loaded
}

/** Returns the loaded settings. Throws if they are not loaded yet. */
export const getSettings = (): Settings => {
  if (loaded === null) throw new Error('Settings not loaded. Call loadSettings() first.')
  return loaded
}

/** Returns true if the API announces a feature beyond the calls of the specification. */
export const hasFeature = (feature: ApiFeature): boolean => getSettings().features.has(feature)
