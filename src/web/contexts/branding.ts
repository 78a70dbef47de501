import type { SupportContact } from '../../../schemas/settings.ts'
import { logger } from '../api/logger.ts'

const MAX_SUPPORT_LENGTH = 200
const LOGO = /^(?:[a-z\d][\w-]*(?:\.[\w-]+)*\.(?:svg|png))?$/i

/** Parses the entries of a settings file; an empty value is null. Throws an error whose message says what to correct. */
export const parseBranding = (entries: Readonly<Record<string, string>>) => {
  const { 'app.logo': logo = '', 'app.support': support = '' } = entries
  const problems: string[] = []
  if (!LOGO.test(logo))
    problems.push(
      `app.logo must be the name of an .svg or .png file beside the settings file, found "${logo}"`,
    )
  if (support.length > MAX_SUPPORT_LENGTH)
    problems.push(`app.support must have at most ${MAX_SUPPORT_LENGTH} characters, found ${support.length}`)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return { logo: logo || null, support: support || null }
}

/** A logo may be up to so many times as wide as high. */
const MAX_RATIO = 6

/** Formats the styles of a logo of so many pixels: as high as the product's own, as wide as it needs. */
export const formatLogoStyles = (url: string, width: number, height: number): string => {
  const ratio = width > 0 && height > 0 ? Math.min(MAX_RATIO, width / height) : 1
  const size = `width:auto;aspect-ratio:${ratio.toFixed(3)};max-width:min(10rem,30vw)`
  return `[data-logo]{background:url(${JSON.stringify(url)}) center/contain no-repeat;${size}}[data-logo]>*{display:none}`
}

/** Builds the contact of the support: an e-mail address or a URL is a link. */
export const buildSupportContact = (text: string): SupportContact => {
  if (/^https?:\/\/\S+$/i.test(text)) return { text, href: text }
  return /^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text) ? { text, href: `mailto:${text}` } : { text }
}

/** Adds styles as a constructed sheet: the policy of the page allows no inline ones. */
const addStyles = (text: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}

/** Shows the logo once it is loaded; until then, and if it cannot be loaded, the product's own is shown. */
const showLogo = async (url: string): Promise<void> => {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    addStyles(formatLogoStyles(image.src, image.naturalWidth, image.naturalHeight))
  } catch {
    logger.warn(`The logo ${url} could not be loaded.`)
  }
}

/**
 * Applies the logo of a settings file and returns the contact of the support, null if it has none. Throws
 * an error whose message says what to correct.
 */
export const applyBranding = (entries: ReadonlyMap<string, string>): SupportContact | null => {
  const { logo, support } = parseBranding(Object.fromEntries(entries))
  if (logo !== null) void showLogo(`${import.meta.env.BASE_URL}${logo}`)
  return support === null ? null : buildSupportContact(support)
}
