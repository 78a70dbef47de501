import type { Option } from '../../report/plan.ts'
import type { SelectorDefinitionKind } from './definition-kind.ts'

export const year: SelectorDefinitionKind<'year'> = {
  compileOptions: ({ options }, compileUrl) => {
    if ('fixed' in options) return { fixed: toOptions(options.fixed) }
    const { url, recordsPath, fallback } = options
    return {
      url: compileUrl(url),
      recordsPath: recordsPath.split('.'),
      value: null,
      label: null,
      fallback: 'last' in fallback ? { last: fallback.last } : { fixed: toOptions(fallback.fixed) },
    }
  },
  fixedLists: ({ options }) => {
    if ('fixed' in options) return [{ path: ['options', 'fixed'], values: options.fixed }]
    const { fallback } = options
    return 'fixed' in fallback ? [{ path: ['options', 'fallback', 'fixed'], values: fallback.fixed }] : []
  },
  isUnique: true,
  requires: null,
  optionEndpoints: ['years'],
  sampleValue: '2025',
  usualValue: null,
}

const toOptions = (years: readonly number[]): Option[] =>
  years.map((value) => ({ value: String(value), label: String(value) }))
