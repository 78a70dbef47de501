import type { SeriesStyle } from './report-table.ts'

/** The 25 colours that cycle per series. Neighbours differ clearly, the last and the first too. */
export const palette: readonly string[] = [
  '#8884d8',
  '#82ca9d',
  '#ffc658',
  '#ff7300',
  '#8dd1e1',
  '#d0436e',
  '#3f6fb5',
  '#a4de6c',
  '#9b59b6',
  '#c0892b',
  '#1f9e89',
  '#fb87bd',
  '#6a4fbf',
  '#e6a176',
  '#3f8f1f',
  '#b9b4c9',
  '#b5403c',
  '#41b6c4',
  '#8c6d31',
  '#c583cf',
  '#7a7f87',
  '#d9a900',
  '#3a9af0',
  '#b06f78',
  '#8a9a2b',
]

const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [12, 4]]
const shapes: readonly string[] = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down']

const pick = <T>(list: readonly T[], index: number, otherwise: T): T => list[index % list.length] ?? otherwise

/**
 * Creates a function that returns the styles of the series of a table, one after the other. Series of one colour have
 * different dashes, as long as there are some.
 */
export function createSeriesStyles(): typeof getSeriesStyle {
  const taken = new Set<string>()
  return (index, fixed) => {
    const style = getSeriesStyle(index, fixed)
    const name = (dash: SeriesStyle['dash']) => `${style.color} ${dash.join()}`
    const free = dashes
      .map((_, more) => pick(dashes, index + more, []))
      .find((dash) => !taken.has(name(dash)))
    const dash = free ?? style.dash
    taken.add(name(dash))
    return { ...style, dash }
  }
}

/** Returns the style of the series at `index`; a colour fixed by the definition wins over the cycle. */
export function getSeriesStyle(index: number, color: string | null): SeriesStyle {
  return {
    color: color ?? pick(palette, index, '#8884d8'),
    dash: pick(dashes, index, []),
    shape: pick(shapes, index, 'circle'),
  }
}
