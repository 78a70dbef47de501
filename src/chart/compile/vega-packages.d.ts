// Types of the used parts of Vega packages that have none.

declare module 'vega-view' {
  export { View } from 'vega-typings'
}

declare module 'vega-parser' {
  export function parse(spec: unknown): object
}

declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>
}

declare module 'vega-transforms'
declare module 'vega-view-transforms'
declare module 'vega-encode'
declare module 'vega-functions/src/functions/scale.js'
declare module 'vega-functions/src/functions/sequence.js'
