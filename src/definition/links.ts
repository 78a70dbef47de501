import type { LinkDefinition } from '../../schemas/report/primitives.ts'
import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { getKeyKind } from '../report/rows/key-kinds.ts'
import type { LinkPlan } from '../report/request/links.ts'
import { anyPeriod } from '../time/days.ts'
import type { KeyPlan } from '../report/plan.ts'
import { getPlaceholders, renderTemplate, renderUrl } from '../report/request/template.ts'
import { childRef, type Reporter, type SourceRef, suggest } from './diagnostic.ts'
import { getKeyDefinitionKind } from './keys.ts'
import { checkTemplate } from './rules/template-rules.ts'
import { type Definitions, resolveSection } from './sections.ts'
import { compileSelector } from './selectors.ts'

/** The screen from which a link leads. */
export interface LinkSource {
  readonly tab: string | null
  /** The placeholders whose values are fixed for the screen. */
  readonly fixed: ReadonlyMap<string, string>
  /** The names of its selectors. */
  readonly selectors: readonly string[]
  readonly key: KeyPlan
  /** The named parts of a column of a group. */
  readonly parts: readonly string[]
}

/**
 * Compiles a link to the address of the screen that it opens. Null for no link, and for one whose report is unknown or
 * has diagnostics of its own.
 */
export function compileLink(
  link: LinkDefinition | undefined,
  origin: SourceRef,
  source: LinkSource,
  definitions: Definitions,
  onDiagnostic: Reporter,
): LinkPlan | null {
  if (link === undefined) return null
  const target = definitions.get(link.report)
  if (target === undefined) {
    const message = `no report '${link.report}'${suggest(link.report, definitions.keys())}`
    onDiagnostic({ ...childRef(origin, 'report'), rule: 'link-report', message })
  }
  if (!target) return null
  const tabs = resolveSection('tabs', target, noScreen, definitions, ignore)?.value
  const tab = findScreen('tab', tabs?.items ?? [], link, source.tab, origin, onDiagnostic)
  const variant = findScreen('variant', target.variants ?? [], link, null, origin, onDiagnostic)
  const screen = { tab: tab?.id ?? null, variant: variant?.id ?? null }
  const selectors = resolveSection('selectors', target, screen, definitions, ignore)?.value ?? []
  checkSelectors(link, selectors, source, origin, onDiagnostic)
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

/** What is wrong with the other report is reported there. */
const ignore: Reporter = () => undefined

/** The tab or variant that opens: the named one, else that of the same id, else the first. */
function findScreen<T extends { readonly id: string }>(
  kind: 'tab' | 'variant',
  items: readonly T[],
  link: LinkDefinition,
  same: string | null,
  origin: SourceRef,
  onDiagnostic: Reporter,
): T | undefined {
  const id = link[kind]
  if (id === undefined) return items.find((item) => item.id === same) ?? items[0]
  const found = items.find((item) => item.id === id)
  if (found === undefined) {
    const ids = items.map((item) => item.id)
    const message = `'${link.report}' has no ${kind} '${id}'${suggest(id, ids)}`
    onDiagnostic({ ...childRef(origin, kind), rule: 'link-screen', message })
  }
  return found
}

/** Each selector of the other screen has a value that it can offer, as far as that is known. */
function checkSelectors(
  { report, selectors: values }: LinkDefinition,
  selectors: Exclude<NonNullable<ReportDefinition['selectors']>, { use: string }>,
  { fixed, selectors: own, key, parts: ofGroup }: LinkSource,
  origin: SourceRef,
  onDiagnostic: Reporter,
): void {
  const parts = getSampleParts(key)
  const known = [...fixed.keys(), ...own, ...parts.keys(), ...ofGroup]
  const names = selectors.map(({ name }) => name)
  for (const [name, template] of Object.entries(values)) {
    const at = childRef(origin, 'selectors', name)
    checkTemplate(template, known, at, onDiagnostic)
    const selector = selectors.find((one) => one.name === name)
    if (selector === undefined) {
      const message = `'${report}' has no selector '${name}'${suggest(name, names)}`
      onDiagnostic({ ...at, rule: 'link-selector', message })
      continue
    }
    const { options } = compileSelector(selector, [], (url) => url)
    const isAnyYear = selector.kind === 'year' && getPlaceholders(template).length > 0
    const value = renderTemplate(template, new Map([...fixed, ...parts]))
    if (!('fixed' in options) || options.fixed.length === 0 || isAnyYear) continue
    if (getPlaceholders(value).length > 0 || options.fixed.some((option) => option.value === value)) continue
    const offered = options.fixed.map((option) => option.value)
    const message = `'${name}' of '${report}' would be '${value}'${suggest(value, offered)}`
    onDiagnostic({ ...at, rule: 'link-selector', message })
  }
  const missing = names.filter((name) => !Object.hasOwn(values, name))
  if (missing.length === 0) return
  const message = `'${report}' opens with a value for each selector; missing: ${missing.join(', ')}`
  onDiagnostic({ ...childRef(origin, 'selectors'), rule: 'link-selector', message })
}

/** The parts of a key that the kind of the rows can have. */
function getSampleParts(plan: KeyPlan): ReadonlyMap<string, string> {
  const { parse, listParts } = getKeyKind(plan)
  const [sample] = getKeyDefinitionKind(plan).sampleKeys(anyPeriod)
  return plan.kind === 'text' ? new Map([['key', '{key}']]) : listParts(parse(sample, anyPeriod)?.key ?? '')
}

/** Encodes the fixed parts of a template for a query; the placeholders stay. */
const encodeLiterals = (template: string): string =>
  template
    .split(/(\{[A-Za-z][A-Za-z0-9]*(?::[a-z0-9]+)?\})/)
    .map((part) => (getPlaceholders(part).length > 0 ? part : encodeURIComponent(part)))
    .join('')
