const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Returns true for the code of a currency, such as USD. */
export const isCurrency = (unit: string): boolean => currencies.has(unit)
