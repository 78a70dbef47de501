import { bandwidth, domain, range, scale } from 'vega-functions/src/functions/scale.js'
import { indexof } from 'vega-functions/src/functions/sequence.js'
import { inrange, lerp, span } from 'vega-util'

/**
 * Replaces `vega-functions` in the build: the functions that the expressions of the compiled charts call as methods of
 * `this`. The others, and the code generator that they come with, would be 9 KiB.
 */
export const functionContext: Readonly<Record<string, unknown>> = {
  bandwidth,
  domain,
  indexof,
  inrange,
  lerp,
  range,
  scale,
  span,
  isValid: (value: unknown) => value !== null && value !== undefined && !Number.isNaN(value),
  __bandwidth: (of: { readonly bandwidth?: () => number } | undefined) => of?.bandwidth?.() ?? 0,
}
