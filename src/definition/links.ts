import type { LinkDefinition } from '../../schemas/report/primitives.ts'
import type { SelectorDefinition } from '../../schemas/report/definition.ts'
import { getKeyKind } from '../report/model/key-kinds.ts'
import type { LinkPlan } from '../report/model/links.ts'
import { getDays } from '../time/grain.ts'
import type { KeyPlan, SelectorPlan } from '../report/model/report-plan.ts'
import { getSelectorKind } from '../report/selection/selector-kinds.ts'
import { grains } from '../time/grains.ts'
import { joinList } from '../report/model/lists.ts'
import { getPlaceholders, renderTemplate, renderUrl } from '../report/model/template.ts'
import { type Place, suggest, describeUnknown } from '../diagnostics/diagnostic.ts'
import { checkTemplate } from './rules/template-rules.ts'
import { type Definitions, resolveSection } from './sections.ts'
import { compileSelector } from './selectors.ts'
import { getSampleValue } from '../report/selection/sample-values.ts'

export interface LinkSource {
  readonly tab: string | null
  /** The placeholders whose values are fixed for the screen. */
  readonly fixed: ReadonlyMap<string, string>
  readonly selectors: readonly SelectorDefinition[]
  readonly key: KeyPlan
  /** What names the row beside its key, and the parts of a column of a group; each with the values that are known. */
  readonly parts: ReadonlyMap<string, readonly string[]>
}

/**
 * Compiles a link to the address of the screen that it opens. Null for no link, and for one whose report is unknown or
 * has diagnostics of its own.
 */
export function compileLink(
  link: LinkDefinition | undefined,
  origin: Place,
  source: LinkSource,
  definitions: Definitions,
): LinkPlan | null {
  if (link === undefined) return null
  const target = definitions.get(link.report)
  if (target === undefined) {
    origin.at('report').error('link-report', describeUnknown('report', link.report, definitions.keys()))
  }
  if (!target) return null
  const tabs = resolveSection('tabs', target, noScreen, definitions, ignore)?.value
  const tab = findScreen('tab', tabs?.items ?? [], link, source.tab, origin)
  const variant = findScreen('variant', target.variants ?? [], link, null, origin)
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const selectors = resolveSection('selectors', target, screen, definitions, ignore)?.value ?? []
  checkSelectors(link, selectors, source, origin)
  const isRoute = tabs?.navigation === 'route'
  const query = [
    ...(tab !== undefined && !isRoute && tab !== tabs?.items[0] ? [`tab=${tab.id}`] : []),
    ...(variant !== undefined && variant !== target.variants?.[0] ? [`variant=${variant.id}`] : []),
    ...selectors.map(({ name }) => `${name}=${encodeLiterals(link.selectors[name] ?? '')}`),
    'view=table',
  ]
  const path = isRoute && tab !== undefined ? `${target.path}/${tab.id}` : target.path
  return {
    url: renderUrl(`${path}?${query.join('&')}`, source.fixed),
    permission: target.menu.permission,
    label: target.menu.label,
  }
}

const noScreen = { tab: null, variant: null }

/** Ignores what is wrong with the other report: its own check reports it. */
const ignore = () => undefined

/** Finds the tab or variant that opens: the named one, else that of the same id, else the first. */
function findScreen<T extends { readonly id: string }>(
  kind: 'tab' | 'variant',
  items: readonly T[],
  link: LinkDefinition,
  same: string | null,
  origin: Place,
): T | undefined {
  const id = link[kind]
  if (id === undefined) return items.find((item) => item.id === same) ?? items[0]
  const found = items.find((item) => item.id === id)
  if (found === undefined) {
    const ids = items.map((item) => item.id)
    origin.at(kind).error('link-report', `'${link.report}' has no ${kind} '${id}'${suggest(id, ids)}`)
  }
  return found
}

/** Checks that the other screen can offer the value of each selector, as far as that is known. */
function checkSelectors(
  { report, selectors: values }: LinkDefinition,
  selectors: readonly SelectorDefinition[],
  source: LinkSource,
  origin: Place,
): void {
  const samples = listSamples(source)
  const names = selectors.map(({ name }) => name)
  const needed = selectors.flatMap((one) => (compileSelector(one).required ? one.name : []))
  const missing = needed.filter((name) => !Object.hasOwn(values, name))
  for (const [name, template] of Object.entries(values)) {
    const at = origin.at('selectors', name)
    checkTemplate(template, samples.keys(), at)
    const selector = selectors.find((one) => one.name === name)
    const error =
      selector === undefined
        ? `'${report}' has no selector '${name}'${suggest(name, names)}`
        : findValueError(template, compileSelector(selector), report, samples)
    if (error !== null) at.error('link-selector', error)
  }
  // A misspelled name is an error of its own.
  if (missing.length === 0 || Object.keys(values).some((name) => !names.includes(name))) return
  const message = `'${report}' opens with a value for each selector; missing: ${missing.join(', ')}`
  origin.at('selectors').error('link-selector', message)
}

/** What a placeholder of a link is: the kind of its selector or key, and values that it can have; none if unknown. */
interface Sample {
  readonly kind: SelectorDefinition['kind'] | KeyPlan['kind'] | 'day'
  readonly values: readonly string[]
}

const listSamples = ({ fixed, selectors, key, parts }: LinkSource): ReadonlyMap<string, Sample> =>
  new Map<string, Sample>([
    ...[...fixed].map(([name, value]) => [name, { kind: 'select', values: [value] }] as const),
    ...selectors.map((selector) => [selector.name, sampleSelector(selector)] as const),
    ...sampleKey(key),
    ...[...parts].map(([name, values]) => [name, { kind: 'text', values }] as const),
  ])

function sampleSelector(selector: SelectorDefinition): Sample {
  const { kind, options, multiple, maxDays } = compileSelector(selector)
  if (maxDays !== null) {
    const first = grains.day.parse(SAMPLE_DAY) ?? 0
    return { kind, values: [`${SAMPLE_DAY}..${grains.day.format(first + maxDays - 1)}`] }
  }
  const sampleValue = getSampleValue(kind)
  const offered = 'fixed' in options ? options.fixed.map(({ value }) => value) : []
  const values = offered.length > 0 ? offered : sampleValue === null ? [] : [sampleValue]
  return { kind, values: multiple ? [joinList(values)] : values }
}

const SAMPLE_YEAR = 2025
const SAMPLE_DAY = '2024-01-01'
const keyParts = { keyYear: 'year', keyMonth: 'month', keyDay: 'day' } as const

function sampleKey(plan: KeyPlan): (readonly [string, Sample])[] {
  if (plan.kind === 'text') return [['key', { kind: 'text', values: [] }]]
  const days = plan.kind === 'date' ? getDays(grains.month, grains.month.of(SAMPLE_YEAR, 3)) : null
  const { listAll, listParts } = getKeyKind(plan)
  const all = listAll({ year: SAMPLE_YEAR, days }, plan).map(listParts)
  const kinds: Readonly<Record<string, Sample['kind']>> = { key: plan.kind, ...keyParts }
  return [...(all[0]?.keys() ?? [])].map((name) => [
    name,
    { kind: kinds[name] ?? plan.kind, values: all.map((found) => found.get(name) ?? '') },
  ])
}

/** Finds why a selector of the other screen cannot have the value of a template; null if it can, or that is unknown. */
function findValueError(
  template: string,
  selector: SelectorPlan,
  report: string,
  samples: ReadonlyMap<string, Sample>,
): string | null {
  const placeholders = getPlaceholders(template)
  const named = placeholders.flatMap(({ name }) => samples.get(name) ?? [])
  const [chosenSelector, ...more] = named
  if (named.length < placeholders.length) return null
  const { kind, name } = selector
  const what = `'${name}' of '${report}'`
  const isAlone = /^\{[^{}]*\}$/.test(template)
  const isOther =
    chosenSelector?.kind === 'text'
      ? kind === 'date' || kind === 'dateRange'
      : kind !== 'select' && chosenSelector?.kind !== kind
  if (isAlone && isOther && chosenSelector !== undefined && chosenSelector.kind !== 'select') {
    const fitting = [...samples].flatMap(([key, sample]) => (sample.kind === kind ? [`{${key}}`] : []))
    const end = fitting.length === 0 ? '' : `, such as ${fitting.join(' or ')}`
    return `'${template}' is of the kind '${chosenSelector.kind}', and ${what} takes '${kind}'${end}`
  }
  const render = (at: number) => {
    const filled = [...samples].map(([key, { values }]) => [key, values[at] ?? values[0] ?? ''] as const)
    return renderTemplate(template, new Map(filled))
  }
  if (named.some(({ values }) => values.length === 0)) return null
  const rendered =
    more.length > 0 || chosenSelector === undefined
      ? [render(0)]
      : chosenSelector.values.map((_, at) => render(at))
  const isPeriod = chosenSelector !== undefined && chosenSelector.kind !== 'select'
  const wrong = rendered.find((value) => !canOffer(selector, value, isPeriod))
  if (wrong === undefined) return null
  const { options } = selector
  const { findError, keepOffered, control } = getSelectorKind(selector)
  const offered = 'fixed' in options ? options.fixed.map(({ value }) => value) : []
  const reason = control === 'days' && keepOffered(wrong, []) !== '' ? findError(wrong, selector) : null
  const end = reason === null ? `; allowed is a value such as ${getSampleValue(kind)}` : `: ${reason}`
  return `${what} would be '${wrong}'${offered.length > 0 ? suggest(wrong, offered) : end}`
}

/** Returns true if a selector can offer a value; of a period in a list the form has to fit. */
function canOffer(selector: SelectorPlan, value: string, isPeriod: boolean): boolean {
  const { options, kind } = selector
  const { keepOffered, findError } = getSelectorKind(selector)
  if (kind === 'year' && (isPeriod || !('fixed' in options))) return /^\d{4}$/.test(value)
  if (kind === 'select' && !('fixed' in options)) return true
  const offered =
    'fixed' in options ? options.fixed : 'fixed' in options.fallback ? options.fallback.fixed : []
  const toForm = (text: string) => text.replaceAll(/\d/g, '0')
  if (kind === 'select' && isPeriod) return offered.some((option) => toForm(option.value) === toForm(value))
  return keepOffered(value, offered) === value && findError(value, selector) === null
}

/** Encodes the fixed parts of a template for a query; the placeholders stay. */
const encodeLiterals = (template: string): string =>
  template
    .split(/(\{[A-Za-z][A-Za-z0-9]*(?::[a-z0-9]+)?\})/)
    .map((part) => (getPlaceholders(part).length > 0 ? part : encodeURIComponent(part)))
    .join('')
