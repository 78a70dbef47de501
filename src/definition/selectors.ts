import type { SelectorDefinition } from '../../schemas/report/definition.ts'
import type { Option, SelectorPlan, ServerOptions } from '../report/model/report-plan.ts'
import { joinList } from '../report/model/lists.ts'
import type { Path } from '../diagnostics/diagnostic.ts'
import { monthNames } from '../time/calendar.ts'
import { yearParts } from '../time/grains.ts'
import { getPart } from '../report/selection/sample-values.ts'
import { listPlaceholders } from '../report/selection/selector-kinds.ts'
import { getPlaceholders } from '../report/model/template.ts'

type CompiledOptions = { readonly fixed: readonly Option[] } | Omit<ServerOptions, 'dependsOn'>

type WrittenOptions = Readonly<Record<'url' | 'recordsPath', string>> & {
  readonly [K in 'value' | 'label']?: string | null | undefined
}

const compileServerOptions = (
  { url, recordsPath, value = null, label = null }: WrittenOptions,
  fallback: ServerOptions['fallback'],
): CompiledOptions => ({ url, recordsPath: recordsPath.split('.'), value, label, fallback })

const toOptions = (years: readonly number[]): Option[] =>
  years.map((value) => ({ value: String(value), label: String(value) }))

function compileOptions(selector: SelectorDefinition): CompiledOptions {
  switch (selector.kind) {
    case 'year': {
      const { options = { fixed: [] } } = selector
      if ('fixed' in options) return { fixed: toOptions(options.fixed) }
      const { fallback } = options
      return compileServerOptions(
        options,
        'last' in fallback ? fallback : { fixed: toOptions(fallback.fixed) },
      )
    }
    case 'month': {
      const all = { fixed: monthNames.map((label, index) => ({ value: String(index + 1), label })) }
      return selector.options === undefined ? all : compileServerOptions(selector.options, all)
    }
    case 'select': {
      const { options } = selector
      if (Array.isArray(options)) return { fixed: options }
      return compileServerOptions(options, { fixed: options.fallback })
    }
    case 'date':
    case 'dateRange':
      return { fixed: [] }
    default: {
      const { max, formatPart } = yearParts[selector.kind]
      const parts = Array.from({ length: max }, (_, index) => index + 1)
      return { fixed: parts.map((part) => ({ value: String(part), label: formatPart(part) })) }
    }
  }
}

/** Compiles a selector; `before` are those before it, `compileUrl` fills what is fixed in the URL of its options. */
export function compileSelector(
  selector: SelectorDefinition,
  before: readonly SelectorDefinition[] = [],
  compileUrl: (template: string) => string = (template) => template,
): SelectorPlan {
  const { kind, name, label, prompt } = selector
  const options = compileOptions(selector)
  const url = 'url' in options ? compileUrl(options.url) : ''
  const dependsOn = before.filter((other) => isDependent(selector, url, other)).map((other) => other.name)
  return {
    kind,
    name,
    label,
    prompt,
    options: 'url' in options ? { ...options, url, dependsOn } : options,
    default: compileDefault(selector),
    multiple: 'multiple' in selector && selector.multiple,
    required: !('required' in selector) || selector.required,
    maxDays: 'maxDays' in selector ? selector.maxDays : null,
    unit: null,
  }
}

/** Returns true if a URL of options names another selector, or their kind makes no sense without it. */
export function isDependent({ kind }: SelectorDefinition, url: string, other: SelectorDefinition): boolean {
  const named = getPlaceholders(url).map((placeholder) => placeholder.name)
  return (
    (getPart(kind) === 'part' && other.kind === 'year') ||
    listPlaceholders(other).some((name) => named.includes(name))
  )
}

function compileDefault(selector: SelectorDefinition): SelectorPlan['default'] {
  const first = 'default' in selector ? selector.default : undefined
  if (first === undefined) return null
  return first === 'latest' ? first : { value: Array.isArray(first) ? joinList(first) : String(first) }
}

/** Finds the list that a selector of years or entries offers without a request, or instead of one; null for none. */
export function findFixedList(
  selector: SelectorDefinition,
): { readonly path: Path; readonly list: readonly Option[] } | null {
  const { kind, options } = compileSelector(selector)
  const from = 'url' in options ? options.fallback : options
  if ((kind !== 'select' && kind !== 'year') || !('fixed' in from)) return null
  const path = ['options', ...('url' in options ? ['fallback'] : []), ...(kind === 'year' ? ['fixed'] : [])]
  return { path, list: from.fixed }
}
