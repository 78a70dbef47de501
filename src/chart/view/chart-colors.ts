/** Colours of what is not data, by the names of the specifications' parameters. */
export const chartColors = {
  light: { ink: '#14191d', soft: '#5b656e', grid: '#e6e9ec', ground: '#ffffff' },
  dark: { ink: '#e9edf0', soft: '#9aa4ac', grid: '#252b30', ground: '#121518' },
} as const

export type ChartTheme = keyof typeof chartColors
