interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (text: string) => string | null },
  ) => unknown
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/**
 * Refuses every text that becomes markup but the empty one, with which vega-embed clears its container. No other policy can
 * be created, and none allows code.
 */
export function refuseMarkup(): void {
  window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) })
}
