import * as z from 'zod/mini'

const MAX_SUPPORT_LENGTH = 200
const LOGO = /^[a-z\d][\w-]*(?:\.[\w-]+)*\.(?:svg|png)$/i

const isSet = (text: string | undefined): text is string => text !== undefined && text !== ''

/** A value that may be missing or empty; `explain` says what is wrong with it, null if nothing is. */
const optionalText = (explain: (text: string) => string | null) =>
  z.optional(
    z.string().check((context) => {
      const reason = isSet(context.value) ? explain(context.value) : null
      if (reason !== null) context.issues.push({ code: 'custom', message: reason, input: context.value })
    }),
  )

/** The keys of the settings file that make the portal look like that of its owner, as they are written there. */
const BrandingFile = z.object({
  'app.logo': optionalText((text) =>
    LOGO.test(text)
      ? null
      : `app.logo must be the name of an .svg or .png file beside the settings file, found "${text}"`,
  ),
  'app.support': optionalText(({ length }) =>
    length <= MAX_SUPPORT_LENGTH
      ? null
      : `app.support must have at most ${MAX_SUPPORT_LENGTH} characters, found ${length}`,
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
