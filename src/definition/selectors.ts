import type { SelectorDefinition } from '../../schemas/report/definition.ts'
import type { Option, SelectorPlan, ServerOptions } from '../report/plan.ts'
import type { ReadKind } from './datasets/dataset-plan.ts'
import type { Path } from './diagnostic.ts'
import { monthNames } from '../time/calendar.ts'
import type { YearPart } from '../time/grain.ts'
import { grains, mapGrains, yearParts } from '../time/grains.ts'
import { getSelectorKind } from '../report/selection/selector-kinds.ts'
import { getPlaceholders } from '../report/request/template.ts'

export type SelectorDefinitionOf<K extends SelectorPlan['kind']> = Extract<SelectorDefinition, { kind: K }>

/** A list that a selector offers without a request, or instead of one. */
export interface FixedList {
  readonly path: Path
  readonly values: readonly (number | string)[]
  /** What is shown for each value; none if it is the value itself. */
  readonly labels: readonly string[]
}

/** What a kind of selector means in a definition: what only Node needs of it. */
export interface SelectorDefinitionKind<K extends SelectorPlan['kind']> {
  /** `compileUrl` fills what is fixed in the URL of the options. */
  readonly compileOptions: (
    selector: SelectorDefinitionOf<K>,
    compileUrl: (template: string) => string,
  ) => { readonly fixed: readonly Option[] } | Omit<ServerOptions, 'dependsOn'>
  readonly fixedLists: (selector: SelectorDefinitionOf<K>) => readonly FixedList[]
  /**
   * The part of the period that it chooses, of which a screen has one: a year, a part of the year, or all of it. Null
   * for something else, of which it can have several.
   */
  readonly part: 'year' | 'part' | 'whole' | null
  /** The kind of selector without which it makes no sense. */
  readonly requires: SelectorPlan['kind'] | null
  /** The endpoints of datasets that can list its options. */
  readonly optionEndpoints: readonly ReadKind[]
  /** A value that any such selector accepts; null if that depends on its options. */
  readonly sampleValue: string | null
  /** The value that is chosen to verify an API; null for the first option. */
  readonly usualValue: string | null
}

const year: SelectorDefinitionKind<'year'> = {
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
    if ('fixed' in options) return [{ path: ['options', 'fixed'], values: options.fixed, labels: [] }]
    const { fallback } = options
    return 'fixed' in fallback
      ? [{ path: ['options', 'fallback', 'fixed'], values: fallback.fixed, labels: [] }]
      : []
  },
  part: 'year',
  requires: null,
  optionEndpoints: ['years'],
  sampleValue: '2025',
  usualValue: null,
}

const toOptions = (years: readonly number[]): Option[] =>
  years.map((value) => ({ value: String(value), label: String(value) }))

/** A working day in March, a month in which most years have records. */
const USUAL_DATE = '2025-03-04'

/** A part of a year that is chosen by its number. */
const createPart = (grain: YearPart) => {
  const { part: usual } = grain.split(grain.at(grains.day.parse(USUAL_DATE) ?? 0))
  return {
    fixedLists: () => [],
    part: 'part',
    requires: 'year',
    optionEndpoints: [],
    // One digit, so that a part that must have two shows.
    sampleValue: String(Math.min(usual, 9)),
    usualValue: String(usual),
  } as const
}

const month: SelectorDefinitionKind<'month'> = {
  ...createPart(grains.month),
  compileOptions: ({ options }, compileUrl) => {
    const all = monthNames.map((label, index) => ({ value: String(index + 1), label }))
    if (options === undefined) return { fixed: all }
    const { url, recordsPath } = options
    return {
      url: compileUrl(url),
      recordsPath: recordsPath.split('.'),
      value: null,
      label: null,
      fallback: { fixed: all },
    }
  },
  optionEndpoints: ['months'],
}

const date: SelectorDefinitionKind<'date'> = {
  compileOptions: () => ({ fixed: [] }),
  fixedLists: () => [],
  part: 'whole',
  requires: null,
  optionEndpoints: [],
  sampleValue: USUAL_DATE,
  usualValue: USUAL_DATE,
}

const dateRange: SelectorDefinitionKind<'dateRange'> = {
  ...date,
  compileOptions: () => ({ fixed: [] }),
  fixedLists: () => [],
  sampleValue: '2025-03-01..2025-03-31',
  usualValue: '2025-03-01..2025-03-31',
}

const select: SelectorDefinitionKind<'select'> = {
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
    return [{ path, values: list.map(({ value }) => value), labels: list.map(({ label }) => label) }]
  },
  part: null,
  requires: null,
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
  date,
  dateRange,
  select,
}

export const getSelectorDefinitionKind = <K extends SelectorPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): SelectorDefinitionKind<K> => selectorDefinitionKinds[kind]

/** The names by which templates know a selector: its value, its text, and the parts of its value. */
export const listPlaceholders = ({ kind, name }: Pick<SelectorPlan, 'kind' | 'name'>): string[] => [
  name,
  `${name}Name`,
  ...getSelectorKind({ kind }).parts.map((end) => `${name}${end}`),
]

/** A selector as understood; `before` are those before it, `compileUrl` fills what is fixed in the URL of its options. */
export function compileSelector<K extends SelectorPlan['kind']>(
  selector: SelectorDefinitionOf<K> & { readonly kind: K } & SelectorDefinition,
  before: readonly SelectorDefinition[],
  compileUrl: (template: string) => string,
): SelectorPlan {
  const { kind, name, label, prompt } = selector
  const options = selectorDefinitionKinds[selector.kind].compileOptions(selector, compileUrl)
  return {
    kind,
    name,
    label,
    prompt,
    options:
      'fixed' in options
        ? options
        : { ...options, dependsOn: listDependencies(selector, options.url, before) },
    default: compileDefault(selector),
    multiple: 'multiple' in selector && selector.multiple,
    maxDays: 'maxDays' in selector ? selector.maxDays : null,
  }
}

/** The selectors that a URL of options names, and the one without which the kind makes no sense. */
function listDependencies(
  { kind }: SelectorDefinition,
  url: string,
  before: readonly SelectorDefinition[],
): string[] {
  const named = new Set(getPlaceholders(url).map((placeholder) => placeholder.name))
  const { requires } = getSelectorDefinitionKind({ kind })
  return before
    .filter((one) => listPlaceholders(one).some((name) => named.has(name)) || one.kind === requires)
    .map(({ name }) => name)
}

function compileDefault(selector: SelectorDefinition): SelectorPlan['default'] {
  const first = 'default' in selector ? selector.default : undefined
  if (first === undefined) return null
  return first === 'latest' ? first : { value: Array.isArray(first) ? first.join(',') : String(first) }
}

export const getFixedLists = (selector: SelectorDefinition): readonly FixedList[] =>
  getSelectorDefinitionKind(selector).fixedLists(selector)
