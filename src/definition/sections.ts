import type { ReportDefinition, parts } from '../../schemas/report/definition.ts'
import { createPlace, type Place, type Reporter, describeUnknown } from './diagnostic.ts'
import type { AlertPlan } from '../report/alerts/alert-plan.ts'
import type { ReportPlan } from '../report/plan.ts'

/** The sections that a tab or a variant can replace, and the tabs. */
export type SectionName = keyof typeof parts | 'tabs'
type WrittenPart<P extends SectionName> = Exclude<NonNullable<ReportDefinition[P]>, { use: string }>
interface Resolved<T> {
  readonly value: T
  readonly origin: Place
}

/** A section as it is written, with its location. */
export type Section<P extends SectionName> = Resolved<WrittenPart<P>>

/** Definitions by id; null for one that exists but cannot be read. */
export type Definitions = ReadonlyMap<string, ReportDefinition | null>

/** Sections that a referenced definition need not have. */
const optional: ReadonlySet<SectionName> = new Set([
  'tabs',
  'heading',
  'description',
  'unit',
  'requiredMessage',
  'compare',
  'highlights',
])

interface Candidate {
  readonly parent: Readonly<Partial<Record<SectionName, unknown>>>
  readonly at: Place
}

const isReference = (part: unknown): part is { use: string } =>
  typeof part === 'object' && part !== null && 'use' in part && typeof part.use === 'string'

/**
 * The section that applies to one screen: that of the variant, else that of the report which the variant uses, else
 * that of the tab, else that of the report. Sections are replaced as a whole; a reference resolves to the section of
 * the other report for the tab of the same id. Null if no section is defined. For the tabs of
 * the report, the screen has neither tab nor variant.
 */
export function resolveSection<P extends SectionName>(
  name: P,
  definition: ReportDefinition,
  screen: { tab: string | null; variant: string | null },
  definitions: Definitions,
  onDiagnostic: Reporter,
  seen: readonly string[] = [],
): Section<P> | null {
  const root = createPlace(definition.id, [], onDiagnostic)
  const resolveIn = (source: ReportDefinition) => {
    const next = { tab: screen.tab, variant: null }
    return resolveSection(name, source, next, definitions, onDiagnostic, [...seen, definition.id])
  }
  const candidates: Candidate[] = []
  const variantIndex = definition.variants?.findIndex(({ id }) => id === screen.variant) ?? -1
  const variant = definition.variants?.[variantIndex]
  if (variant !== undefined) {
    const candidate: Candidate = { parent: variant, at: root.at('variants', variantIndex) }
    candidates.push(candidate)
    if (variant.use !== undefined && candidate.parent[name] === undefined) {
      const source = findReferenced(candidate.at.at('use'), variant.use, definitions, seen)
      return source && resolveIn(source)
    }
  }
  const tabs = definition.tabs
  if (tabs !== undefined && !isReference(tabs)) {
    const tabIndex = tabs.items.findIndex(({ id }) => id === screen.tab)
    const tab = tabs.items[tabIndex]
    if (tab !== undefined) candidates.push({ parent: tab, at: root.at('tabs', 'items', tabIndex) })
  }
  candidates.push({ parent: definition, at: root })

  const candidate = candidates.find(({ parent }) => parent[name] !== undefined)
  if (candidate === undefined) return null
  const written: unknown = candidate.parent[name]
  const origin = candidate.at.at(name)
  if (!isReference(written)) return { value: written as WrittenPart<P>, origin }
  const source = findReferenced(origin.at('use'), written.use, definitions, seen)
  if (source === null) return null
  const found = resolveIn(source)
  if (found === null && !optional.has(name)) {
    origin.at('use').error('use-part', `'${written.use}' has no ${name} to use`)
  }
  return found
}

function findReferenced(
  place: Place,
  target: string,
  definitions: Definitions,
  seen: readonly string[],
): ReportDefinition | null {
  const source = definitions.get(target)
  if (target === place.report || seen.includes(target)) {
    place.error('use-cycle', `'${target}' leads back to this definition`)
    return null
  }
  if (source === undefined) {
    const others = [...definitions.keys()].filter((one) => one !== place.report)
    place.error('use-unknown', describeUnknown('definition', target, others))
    return null
  }
  if (source === null) place.error('use-unreadable', `'${target}' could not be read; fix it first`)
  return source
}

/** A plan with the locations where its sections are written, which may be in another definition. */
export interface PlanWithSource {
  readonly plan: ReportPlan
  /** The alerts of the screen, each with the place where it is written. */
  readonly alerts: readonly { readonly plan: AlertPlan; readonly origin: Place }[]
  readonly origins: {
    readonly selectors: Place
    readonly data: Place
    readonly rows: Place
    readonly columns: Place
    readonly download: Place | null
    /** The parameters of the tab. */
    readonly params: Place | null
  }
  /** The URLs as they are written, and the placeholders whose values are fixed for the screen. */
  readonly written: {
    readonly data: string
    readonly download: string | null
    readonly fixed: ReadonlyMap<string, string>
  }
}
