import type { SelectorDefinition } from '../../schemas/report/definition.ts'
import type { Option, SelectorPlan, ServerOptions } from '../report/plan.ts'
import type { ReadKind } from './datasets/dataset-plan.ts'
import type { Path } from './diagnostic.ts'
import { monthNames } from '../time/calendar.ts'
import type { YearPart } from '../time/grain.ts'
import { grains, mapGrains, yearParts } from '../time/grains.ts'
import { getSelectorKind } from '../report/selection/selector-kinds.ts'
import { getPlaceholders } from '../report/request/template.ts'

type SelectorDefinitionOf<K extends SelectorPlan['kind']> = Extract<SelectorDefinition, { kind: K }>

/** What a kind of selector means in a definition: what only Node needs of it. */
interface SelectorDefinitionKind<K extends SelectorPlan['kind']> {
  /** Compiles the options, with their URL as it is written. */
  readonly compileOptions: (selector: SelectorDefinitionOf<K>) => CompiledOptions
  /**
   * The part of the period that it chooses, of which a screen has one: a year, a part of the year, or all of it. Null
   * for something else, of which it can have several.
   */
  readonly part: 'year' | 'part' | 'whole' | null
  /** The endpoints of datasets that can list its options. */
  readonly optionEndpoints: readonly ReadKind[]
  /** A value that any such selector accepts; null if that depends on its options. */
  readonly sampleValue: string | null
  /** The value that is chosen to verify an API; null for the first option. */
  readonly usualValue: string | null
}

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

/** What a selector of a period or a part of it has, unless it says otherwise. */
const createPeriod = (part: 'year' | 'part' | 'whole', sampleValue: string, usualValue: string | null) =>
  ({
    compileOptions: () => ({ fixed: [] }),
    part,
    optionEndpoints: [],
    sampleValue,
    usualValue,
  }) as const

const year: SelectorDefinitionKind<'year'> = {
  ...createPeriod('year', '2025', null),
  compileOptions: ({ options }) => {
    if ('fixed' in options) return { fixed: toOptions(options.fixed) }
    const { fallback } = options
    return compileServerOptions(options, 'last' in fallback ? fallback : { fixed: toOptions(fallback.fixed) })
  },
  optionEndpoints: ['years'],
}

/** A working day in March, a month in which most years have records. */
const USUAL_DATE = '2025-03-04'
const USUAL_RANGE = '2025-03-01..2025-03-31'

/** A part of a year that is chosen by its number. */
const createPart = (grain: YearPart) => {
  const { part: usual } = grain.split(grain.at(grains.day.parse(USUAL_DATE) ?? 0))
  // One digit, so that a part that must have two shows.
  return createPeriod('part', String(Math.min(usual, 9)), String(usual))
}

const month: SelectorDefinitionKind<'month'> = {
  ...createPart(grains.month),
  compileOptions: ({ options }) => {
    const all = { fixed: monthNames.map((label, index) => ({ value: String(index + 1), label })) }
    return options === undefined ? all : compileServerOptions(options, all)
  },
  optionEndpoints: ['months'],
}

const select: SelectorDefinitionKind<'select'> = {
  compileOptions: ({ options }) =>
    Array.isArray(options) ? { fixed: options } : compileServerOptions(options, { fixed: options.fallback }),
  part: null,
  optionEndpoints: ['years', 'months'],
  sampleValue: null,
  usualValue: null,
}

/** Every kind of selector as definitions use it; what the browser needs of each is in `src/report/selection/selector-kinds.ts`. */
const selectorDefinitionKinds: { readonly [K in SelectorPlan['kind']]: SelectorDefinitionKind<K> } = {
  year,
  month,
  ...mapGrains(yearParts, (grain) => ({
    ...createPart(grain),
    compileOptions: () => ({
      fixed: Array.from({ length: grain.max }, (_, index) => ({
        value: String(index + 1),
        label: grain.formatPart(index + 1),
      })),
    }),
  })),
  date: createPeriod('whole', USUAL_DATE, USUAL_DATE),
  dateRange: createPeriod('whole', USUAL_RANGE, USUAL_RANGE),
  select,
}

export const getSelectorDefinitionKind = <K extends SelectorPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): SelectorDefinitionKind<K> => selectorDefinitionKinds[kind]

/** Returns true for a part of a year, which makes no sense without the year. */
export const isPartOfYear = (kind: SelectorPlan['kind']): boolean =>
  getSelectorDefinitionKind({ kind }).part === 'part'

/** The names by which templates know a selector: its value, its text, and the parts of its value. */
export const listPlaceholders = ({ kind, name }: Pick<SelectorPlan, 'kind' | 'name'>): string[] => [
  name,
  `${name}Name`,
  ...getSelectorKind({ kind }).parts.map((end) => `${name}${end}`),
]

/** Compiles a selector; `before` are those before it, `compileUrl` fills what is fixed in the URL of its options. */
export function compileSelector<K extends SelectorPlan['kind']>(
  selector: SelectorDefinitionOf<K> & { readonly kind: K } & SelectorDefinition,
  before: readonly SelectorDefinition[] = [],
  compileUrl: (template: string) => string = (template) => template,
): SelectorPlan {
  const { kind, name, label, prompt } = selector
  const options = selectorDefinitionKinds[selector.kind].compileOptions(selector)
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
    maxDays: 'maxDays' in selector ? selector.maxDays : null,
  }
}

/** Returns true if a URL of options names another selector, or their kind makes no sense without it. */
export function isDependent({ kind }: SelectorDefinition, url: string, other: SelectorDefinition): boolean {
  const named = getPlaceholders(url).map((placeholder) => placeholder.name)
  return (
    (isPartOfYear(kind) && other.kind === 'year') ||
    listPlaceholders(other).some((name) => named.includes(name))
  )
}

function compileDefault(selector: SelectorDefinition): SelectorPlan['default'] {
  const first = 'default' in selector ? selector.default : undefined
  if (first === undefined) return null
  return first === 'latest' ? first : { value: [first].flat().join(',') }
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
