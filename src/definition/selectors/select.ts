import type { SelectorDefinitionKind } from './definition-kind.ts'

export const select: SelectorDefinitionKind<'select'> = {
  compileOptions: ({ options }, compileUrl) => {
    if (Array.isArray(options)) return { fixed: options }
    const { url, recordsPath, value = null, label = null, fallback } = options
    return {
      url: compileUrl(url),
      recordsPath: recordsPath.split('.'),
      value,
      label,
      fallback: { fixed: fallback },
    }
  },
  fixedLists: ({ options }) => {
    const [path, list] = Array.isArray(options)
      ? [['options'], options]
      : [['options', 'fallback'], options.fallback]
    return [{ path, values: list.map(({ value }) => value) }]
  },
  isUnique: false,
  requires: null,
  optionEndpoints: ['years', 'months'],
  sampleValue: null,
  usualValue: null,
}
