import { grains } from '../../time/grains.ts'
import type { SelectorPlan } from '../model/report-plan.ts'

/**
 * Returns the part of the period that a kind of selector chooses, of which a screen has one: a year, a part of a year,
 * which makes no sense without the year, or all of it. Null for something else, of which it can have several.
 */
export function getPart(kind: SelectorPlan['kind']): 'year' | 'part' | 'whole' | null {
  if (kind === 'year') return 'year'
  if (kind === 'date' || kind === 'dateRange') return 'whole'
  return kind === 'select' ? null : 'part'
}

/** A working day in March, a month in which most years have records. */
const USUAL_DATE = '2025-03-04'

/** Returns the value that is chosen to verify an API; null for the first option. */
export function getUsualValue(kind: SelectorPlan['kind']): string | null {
  if (kind === 'date') return USUAL_DATE
  if (kind === 'dateRange') return '2025-03-01..2025-03-31'
  if (kind === 'year' || kind === 'select') return null
  const grain = grains[kind]
  return String(grain.split(grain.at(grains.day.parse(USUAL_DATE) ?? 0)).part)
}

/** Returns a value that any such selector accepts; null if that depends on its options. */
export function getSampleValue(kind: SelectorPlan['kind']): string | null {
  if (kind === 'year') return '2025'
  const usual = getUsualValue(kind)
  // One digit, so that a part that must have two shows.
  return getPart(kind) === 'part' ? String(Math.min(Number(usual), 9)) : usual
}
