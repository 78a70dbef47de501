import type { ReportDefinition, parts } from '../../schemas/report/definition.ts'
import { createPlace, type Place, type Reporter, describeUnknown } from '../diagnostics/diagnostic.ts'
import type { AlertPlan } from '../report/model/alert-plan.ts'
import type { ReportPlan } from '../report/model/report-plan.ts'

/** The sections that a tab or a variant can replace, and the tabs. */
export type SectionName = keyof typeof parts | 'tabs'
type WrittenPart<P extends SectionName> = Exclude<NonNullable<ReportDefinition[P]>, { use: string }>
export type Section<P extends SectionName> = { readonly value: WrittenPart<P>; readonly origin: Place }

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

type Candidate = readonly [parent: Readonly<Partial<Record<SectionName, unknown>>>, at: Place]

const isReference = (part: unknown): part is { use: string } =>
  typeof part === 'object' && part !== null && 'use' in part && typeof part.use === 'string'

/**
 * Finds the section of one screen: that of the variant, else that of the report which the variant uses, else
 * that of the tab, else that of the report. Sections are replaced as a whole; a reference resolves to the section of
 * the other report for the tab of the same id. Undefined if no section is written, null if one cannot be resolved, which
 * is reported. For the tabs of the report, the screen has neither tab nor variant.
 */
export function resolveSection<P extends SectionName>(
  name: P,
  definition: ReportDefinition,
  screen: { tab: string | null; variant: string | null },
  definitions: Definitions,
  onDiagnostic: Reporter,
  seen: readonly string[] = [],
): Section<P> | null | undefined {
  const root = createPlace(definition.id, [], onDiagnostic)
  const resolveIn = (place: Place, target: string) => {
    const source = findReferenced(place, target, definitions, seen)
    const next = { tab: screen.tab, variant: null }
    return source && resolveSection(name, source, next, definitions, onDiagnostic, [...seen, definition.id])
  }
  const candidates: Candidate[] = []
  const variantIndex = definition.variants?.findIndex(({ id }) => id === screen.variant) ?? -1
  const variant = definition.variants?.[variantIndex]
  if (variant !== undefined) {
    const candidate: Candidate = [variant, root.at('variants', variantIndex)]
    candidates.push(candidate)
    if (variant.use !== undefined && candidate[0][name] === undefined) {
      return resolveIn(candidate[1].at('use'), variant.use)
    }
  }
  const { tabs } = definition
  if (tabs !== undefined && !isReference(tabs)) {
    const tabIndex = tabs.items.findIndex(({ id }) => id === screen.tab)
    const tab = tabs.items[tabIndex]
    if (tab !== undefined) candidates.push([tab, root.at('tabs', 'items', tabIndex)])
  }
  candidates.push([definition, root])

  const [parent, at] = candidates.find(([one]) => one[name] !== undefined) ?? []
  if (parent === undefined || at === undefined) return undefined
  const [written, origin] = [parent[name], at.at(name)]
  if (!isReference(written)) return { value: written as WrittenPart<P>, origin }
  const found = resolveIn(origin.at('use'), written.use)
  if (found !== undefined || optional.has(name)) return found
  origin.at('use').error('use-unknown', `'${written.use}' has no ${name} to use`)
  return null
}

/** Finds a definition that another one uses; null if it cannot be used, which is reported here or where it is written. */
function findReferenced(
  place: Place,
  target: string,
  definitions: Definitions,
  seen: readonly string[],
): ReportDefinition | null {
  const source = definitions.get(target)
  if (target === place.report || seen.includes(target)) {
    place.error('use-unknown', `'${target}' leads back to this definition`)
    return null
  }
  if (source === undefined) {
    const others = [...definitions.keys()].filter((one) => one !== place.report)
    place.error('use-unknown', describeUnknown('definition', target, others))
    return null
  }
  return source
}

/** A plan with the locations where its sections are written, which may be in another definition. */
export interface PlanWithSource {
  readonly plan: ReportPlan
  /** The alerts of the screen, each with the place where it is written. */
  readonly alerts: readonly { readonly plan: AlertPlan; readonly origin: Place }[]
  readonly origins: Readonly<Record<'selectors' | 'data' | 'rows' | 'columns' | 'chart', Place>> &
    Readonly<Record<'download' | 'params', Place | null>>
  /** The URLs as they are written, and the placeholders whose values are fixed for the screen. */
  readonly written: {
    readonly data: string
    readonly download: string | null
    readonly fixed: ReadonlyMap<string, string>
  }
}
