/**
 * The colors of what is not data, by Vega signal. A specification starts with the light ones; the view sets them with
 * each model. Images are always light.
 */
export const chartThemes = {
  light: { textColor: '#14191d', mutedColor: '#5b656e', gridColor: '#e6e9ec', backgroundColor: '#ffffff' },
  dark: { textColor: '#e9edf0', mutedColor: '#9aa4ac', gridColor: '#252b30', backgroundColor: '#121518' },
} as const

export type ChartTheme = keyof typeof chartThemes

/** The color of the shades behind holidays, in both themes. */
export const HOLIDAY_COLOR = '#4f7cac'

/** The font of the page. */
export const CHART_FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
