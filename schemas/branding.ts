import * as z from 'zod/mini'

const MAX_SUPPORT_LENGTH = 200
const LOGO = /^(?:[a-z\d][\w-]*(?:\.[\w-]+)*\.(?:svg|png))?$/i

/** The keys of the settings file that make the portal look like that of its owner; an empty value is none. */
const BrandingFile = z.object({
  'app.logo': z.optional(
    z.string().check(
      z.regex(LOGO, {
        error: ({ input }) =>
          `app.logo must be the name of an .svg or .png file beside the settings file, found "${String(input)}"`,
      }),
    ),
  ),
  'app.support': z.optional(
    z.string().check(
      z.maxLength(MAX_SUPPORT_LENGTH, {
        error: ({ input }) =>
          `app.support must have at most ${MAX_SUPPORT_LENGTH} characters, found ${(input as string).length}`,
      }),
    ),
  ),
})

/** The look of the portal, and whom its users contact; null where the default applies. */
export type Branding = {
  /** The name of a file beside the settings file. */
  readonly logo: string | null
  readonly support: string | null
}

/** Parses the entries of a settings file; throws an error whose message says what to correct. */
export const parseBranding = (entries: Readonly<Record<string, string>>): Branding => {
  const parsed = BrandingFile.safeParse(entries)
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join('; '))
  const get = (key: keyof z.infer<typeof BrandingFile>) => parsed.data[key] || null
  return { logo: get('app.logo'), support: get('app.support') }
}
