import type { ReportDefinition, parts } from '../../schemas/report/definition.ts'
import { suggest, type Reporter, type SourceRef, type Path } from './diagnostic.ts'
import type { ReportPlan } from '../report/plan.ts'

/** The sections that a tab or a variant can replace, and the tabs. */
export type SectionName = keyof typeof parts | 'tabs'
type WrittenPart<P extends SectionName> = Exclude<NonNullable<ReportDefinition[P]>, { use: string }>
interface Resolved<T> {
  readonly value: T
  readonly origin: SourceRef
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
  readonly path: Path
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
  const candidates: Candidate[] = []
  const variantIndex = definition.variants?.findIndex(({ id }) => id === screen.variant) ?? -1
  const variant = definition.variants?.[variantIndex]
  if (variant !== undefined) {
    const candidate: Candidate = { parent: variant, path: ['variants', variantIndex] }
    candidates.push(candidate)
    if (variant.use !== undefined && candidate.parent[name] === undefined) {
      const path = ['variants', variantIndex, 'use']
      const source = findReferenced(definition.id, path, variant.use, definitions, onDiagnostic, seen)
      if (source === null) return null
      const next = { tab: screen.tab, variant: null }
      return resolveSection(name, source, next, definitions, onDiagnostic, [...seen, definition.id])
    }
  }
  const tabs = definition.tabs
  if (tabs !== undefined && !isReference(tabs)) {
    const tabIndex = tabs.items.findIndex(({ id }) => id === screen.tab)
    const tab = tabs.items[tabIndex]
    if (tab !== undefined) candidates.push({ parent: tab, path: ['tabs', 'items', tabIndex] })
  }
  candidates.push({ parent: definition, path: [] })

  const candidate = candidates.find(({ parent }) => parent[name] !== undefined)
  if (candidate === undefined) return null
  const written: unknown = candidate.parent[name]
  const path = [...candidate.path, name]
  if (!isReference(written)) {
    return { value: written as WrittenPart<P>, origin: { report: definition.id, path } }
  }
  const source = findReferenced(definition.id, [...path, 'use'], written.use, definitions, onDiagnostic, seen)
  if (source === null) return null
  const next = { tab: screen.tab, variant: null }
  const found = resolveSection(name, source, next, definitions, onDiagnostic, [...seen, definition.id])
  if (found === null && !optional.has(name)) {
    onDiagnostic({
      report: definition.id,
      path: [...path, 'use'],
      rule: 'use-part',
      message: `'${written.use}' has no ${name} to use`,
    })
  }
  return found
}

function findReferenced(
  id: string,
  path: Path,
  target: string,
  definitions: Definitions,
  onDiagnostic: Reporter,
  seen: readonly string[],
): ReportDefinition | null {
  if (target === id || seen.includes(target)) {
    onDiagnostic({
      report: id,
      path,
      rule: 'use-cycle',
      message: `'${target}' leads back to this definition`,
    })
    return null
  }
  const source = definitions.get(target)
  if (source === undefined) {
    const message = `no definition '${target}'${suggest(
      target,
      [...definitions.keys()].filter((one) => one !== id),
    )}`
    onDiagnostic({ report: id, path, rule: 'use-unknown', message })
    return null
  }
  if (source === null) {
    const message = `'${target}' could not be read; fix it first`
    onDiagnostic({ report: id, path, rule: 'use-unreadable', message })
  }
  return source
}

/** A plan with the locations where its sections are written, which may be in another definition. */
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
  /** The URLs before the parameters of the tab are filled in. */
  readonly written: { readonly data: string; readonly download: string | null }
}
