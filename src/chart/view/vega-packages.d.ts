// Types of the used parts of Vega packages that have none.

declare module 'vega-view' {
  export { View } from 'vega'
}

declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>
}

declare module 'vega-transforms'
declare module 'vega-view-transforms'
declare module 'vega-encode'
