const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (unit: string): boolean => currencies.has(unit)
