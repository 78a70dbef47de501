import type { ReportDefinition } from '../../schemas/report/definition.ts'
import { suggest, type Reporter, type SourceRef, type Path } from './diagnostic.ts'
import type { ReportPlan } from '../report/plan.ts'

type Tabs = Extract<NonNullable<ReportDefinition['tabs']>, { items: unknown }>

interface Parts {
  heading: NonNullable<ReportDefinition['heading']>
  requiredMessage: NonNullable<ReportDefinition['requiredMessage']>
  selectors: NonNullable<ReportDefinition['selectors']>
  data: NonNullable<ReportDefinition['data']>
  rows: NonNullable<ReportDefinition['rows']>
  columns: NonNullable<ReportDefinition['columns']>
  table: NonNullable<ReportDefinition['table']>
  chart: NonNullable<ReportDefinition['chart']>
  download: NonNullable<ReportDefinition['download']>
}
export type SectionName = keyof Parts
type WrittenPart<P extends SectionName> = Exclude<Parts[P], { use: string }>
export interface Resolved<T> {
  readonly value: T
  readonly origin: SourceRef
}

/** Definitions by id; null for one that is there and could not be read. */
export type Definitions = ReadonlyMap<string, ReportDefinition | null>

interface Place {
  readonly at: Readonly<Partial<Record<SectionName, unknown>>>
  readonly path: Path
}

const isReference = (part: unknown): part is { use: string } =>
  typeof part === 'object' && part !== null && 'use' in part && typeof part.use === 'string'

/** The tabs of a report, its own or those of the report it takes them from. */
export function resolveTabs(
  definition: ReportDefinition,
  definitions: Definitions,
  report: Reporter,
  seen: readonly string[] = [],
): Resolved<Tabs> | null {
  const { tabs } = definition
  if (tabs === undefined) return null
  if (!isReference(tabs)) return { value: tabs, origin: { report: definition.id, path: ['tabs'] } }
  const source = referred(definition.id, ['tabs', 'use'], tabs.use, definitions, report, seen)
  return source === null ? null : resolveTabs(source, definitions, report, [...seen, definition.id])
}

/**
 * A part as it holds on one screen: the variant's own, else the one of the report the variant is taken from,
 * else the tab's, else the report's. Replacing is whole; a reference leads to the other report's part for the
 * tab of the same id. Null where nobody gives it.
 */
export function resolveSection<P extends SectionName>(
  name: P,
  definition: ReportDefinition,
  screen: { tab: string | null; variant: string | null },
  definitions: Definitions,
  report: Reporter,
  seen: readonly string[] = [],
): Resolved<WrittenPart<P>> | null {
  const places: Place[] = []
  const variantIndex = definition.variants?.findIndex(({ id }) => id === screen.variant) ?? -1
  const variant = definition.variants?.[variantIndex]
  if (variant !== undefined) {
    places.push({ at: variant, path: ['variants', variantIndex] })
    if (variant.use !== undefined && variant[name] === undefined) {
      const path = ['variants', variantIndex, 'use']
      const source = referred(definition.id, path, variant.use, definitions, report, seen)
      if (source === null) return null
      const next = { tab: screen.tab, variant: null }
      return resolveSection(name, source, next, definitions, report, [...seen, definition.id])
    }
  }
  const tabs = definition.tabs
  if (tabs !== undefined && !isReference(tabs)) {
    const tabIndex = tabs.items.findIndex(({ id }) => id === screen.tab)
    const tab = tabs.items[tabIndex]
    if (tab !== undefined) places.push({ at: tab, path: ['tabs', 'items', tabIndex] })
  }
  places.push({ at: definition, path: [] })

  const place = places.find(({ at }) => at[name] !== undefined)
  if (place === undefined) return null
  const written: unknown = place.at[name]
  const path = [...place.path, name]
  if (!isReference(written)) {
    return { value: written as WrittenPart<P>, origin: { report: definition.id, path } }
  }
  const source = referred(definition.id, [...path, 'use'], written.use, definitions, report, seen)
  if (source === null) return null
  const next = { tab: screen.tab, variant: null }
  const found = resolveSection(name, source, next, definitions, report, [...seen, definition.id])
  if (found === null && name !== 'heading' && name !== 'requiredMessage') {
    report({
      report: definition.id,
      path: [...path, 'use'],
      rule: 'use-part',
      message: `'${written.use}' has no ${name} to use`,
    })
  }
  return found
}

function referred(
  id: string,
  path: Path,
  target: string,
  definitions: Definitions,
  report: Reporter,
  seen: readonly string[],
): ReportDefinition | null {
  if (target === id || seen.includes(target)) {
    report({ report: id, path, rule: 'use-cycle', message: `'${target}' leads back to this definition` })
    return null
  }
  const source = definitions.get(target)
  if (source === undefined) {
    const message = `no definition '${target}'${suggest(target, definitions.keys())}`
    report({ report: id, path, rule: 'use-unknown', message })
    return null
  }
  if (source === null) {
    const message = `'${target}' could not be read; mend it first`
    report({ report: id, path, rule: 'use-unreadable', message })
  }
  return source
}

/** A plan with the places where its parts were written, which may be another definition. */
export interface PlanWithSource {
  readonly plan: ReportPlan
  readonly origins: {
    readonly selectors: SourceRef
    readonly data: SourceRef
    readonly rows: SourceRef
    readonly columns: SourceRef
    readonly download: SourceRef | null
    /** The parameters of the tab. */
    readonly params: SourceRef | null
  }
  /** The calls before the parameters of the tab are filled in. */
  readonly written: { readonly data: string; readonly download: string | null }
}
