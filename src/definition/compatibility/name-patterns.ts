import { matchPattern, splitPattern } from '../../report/columns/pattern.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import { getNamePattern } from '../datasets/measures.ts'
import { suggest } from '../diagnostic.ts'

/** Whether some measure of a dataset can have a name that matches the pattern of a report. */
export function canMatch(pattern: string, { measures, group, demo }: DatasetPlan): boolean {
  const tokens = splitPattern(pattern)
  const known = [
    ...measures.map(({ field }) => field),
    ...(group !== null && demo !== null && 'names' in demo ? Object.keys(demo.names) : []),
  ]
  if (known.some((name) => matchPattern(tokens, name) !== null)) return true
  if (group === null) return false
  const names = getNamePattern(group)
  return names === null || haveNameInCommon(symbolsOf(pattern, /./), symbolsOf(names, /[a-z0-9]/))
}

/** What the names of measures are, for a message on one that is none. */
export function suggestNames({ measures, group }: DatasetPlan, name: string): string {
  const pattern = getNamePattern(group)
  return suggest(name, [...measures.map(({ field }) => field), ...(pattern === null ? [] : [pattern])])
}

/** Whether a field is a name of the pattern of a dataset. */
export const matchesPattern = (pattern: string, field: string): boolean =>
  matchPattern(splitPattern(pattern), field) !== null

/** A character, or any number of characters of a kind, at least one. */
type Symbol = { readonly text: string } | { readonly any: RegExp }

const symbolsOf = (form: string, any: RegExp): Symbol[] =>
  splitPattern(form).flatMap((token): Symbol[] =>
    token.startsWith('{') ? [{ any }] : token.split('').map((text) => ({ text })),
  )

/** Walks both forms at once, a character at a time; `free` takes more kinds of characters than `strict`. */
function haveNameInCommon(free: readonly Symbol[], strict: readonly Symbol[]): boolean {
  const seen = new Set<string>()
  const reaches = (i: number, j: number): boolean => {
    const [one, other] = [free[i], strict[j]]
    if (one === undefined || other === undefined) return one === other
    const key = `${i} ${j}`
    if (seen.has(key) || !meet(one, other)) return false
    seen.add(key)
    const nexts = [
      [i + 1, j + 1],
      ...('any' in one ? [[i, j + 1]] : []),
      ...('any' in other ? [[i + 1, j]] : []),
    ] as const
    return nexts.some(([nextOne = 0, nextOther = 0]) => reaches(nextOne, nextOther))
  }
  return reaches(0, 0)
}

function meet(one: Symbol, other: Symbol): boolean {
  if ('any' in one) return 'any' in other || one.any.test(other.text)
  return 'any' in other ? other.any.test(one.text) : one.text === other.text
}
