/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number]

/** The grounds of each theme on which the accent colour is a text or a control; `src/web/app/styles.css` has the same. */
export const grounds = {
  light: ['#ffffff', '#f6f7f8', '#f0f2f3'],
  dark: ['#0b0d0f', '#121518', '#181c20', '#1b2024'],
} as const

/** What WCAG AA requires of texts. */
export const MIN_CONTRAST = 4.5

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** Whether a text is a colour such as `#0d6660`. */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

const parseColour = (text: string): Rgb => {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const formatColour = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share` of the second colour in the first one. */
const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const blend = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share)
  return [blend(0), blend(1), blend(2)]
}

const computeLuminance = (rgb: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const compare = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The contrast of two colours as WCAG 2 computes it, from 1 to 21. */
export const computeContrast = (one: string, other: string): number =>
  compare(parseColour(one), parseColour(other))

const getLeastContrast = (colour: Rgb, theme: keyof typeof grounds): number =>
  Math.min(...grounds[theme].map((ground) => compare(colour, parseColour(ground))))

/** The colour with as much of another one as it needs for a contrast on the grounds of a theme. */
const adjust = (colour: Rgb, towards: Rgb, theme: keyof typeof grounds, contrast: number): Rgb => {
  for (let share = 0; share < 1; share += 0.01) {
    const next = mix(colour, towards, share)
    if (getLeastContrast(next, theme) >= contrast) return next
  }
  return towards
}

/** Why a colour cannot be the accent colour: on which ground it is too pale, and what would do; null if it can. */
export const explainPaleAccent = (accent: string): string | null => {
  const ground = grounds.light.find((each) => computeContrast(accent, each) < MIN_CONTRAST)
  if (ground === undefined) return null
  // Rounded down, so that no contrast that is too low looks like one that is enough.
  const contrast = Math.floor(computeContrast(accent, ground) * 100) / 100
  const better = formatColour(adjust(parseColour(accent), BLACK, 'light', MIN_CONTRAST))
  return `${accent} has a contrast of ${contrast}:1 on the ground ${ground} of the light theme, and WCAG AA requires ${MIN_CONTRAST}:1; choose a darker colour, such as ${better}`
}

/** The colours of a theme that follow from the accent colour. */
export type AccentColours = {
  readonly accent: string
  readonly hover: string
  readonly tint: string
  readonly on: string
}

/** The accent of the dark theme has more contrast than it needs: it is also the ground of dark texts. */
const DARK_CONTRAST = 6

/** The colours of both themes that follow from an accent colour with enough contrast on the light grounds. */
export const deriveAccentColours = (
  text: string,
): { readonly light: AccentColours; readonly dark: AccentColours } => {
  const light = parseColour(text)
  const dark = adjust(light, WHITE, 'dark', DARK_CONTRAST)
  return {
    light: {
      accent: formatColour(light),
      hover: formatColour(mix(light, BLACK, 0.2)),
      tint: formatColour(mix(light, WHITE, 0.9)),
      on: formatColour(WHITE),
    },
    dark: {
      accent: formatColour(dark),
      hover: formatColour(mix(dark, WHITE, 0.25)),
      tint: formatColour(mix(parseColour(grounds.dark[1]), dark, 0.18)),
      on: formatColour(mix(light, BLACK, 0.85)),
    },
  }
}
