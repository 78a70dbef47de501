// What is beside and above a chart, loaded after it is painted.
export { default as ChartHighlight } from './chart-highlight.tsx'
export { ChartHover } from './chart-hover.tsx'
export { default as SeriesFigures } from './series-figures.tsx'
