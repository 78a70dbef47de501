import { matchPattern, splitPattern } from '../../report/model/name-pattern.ts'
import { type DatasetPlan, getNamePattern } from '../../dataset/dataset-plan.ts'
import { suggest } from '../../diagnostics/diagnostic.ts'

/** Returns true if some measure of a dataset can have a name that matches the pattern of a report. */
export function canMatch(pattern: string, { measures, group, demo }: DatasetPlan): boolean {
  const tokens = splitPattern(pattern)
  const known = [
    ...measures.map(({ field }) => field),
    ...(group !== null && demo !== null && 'names' in demo ? Object.keys(demo.names) : []),
  ]
  if (known.some((name) => matchPattern(tokens, name) !== null)) return true
  if (group === null) return false
  const names = getNamePattern(group)
  return names === null || haveNameInCommon(parseSymbols(pattern, /./), parseSymbols(names, /[a-z0-9]/))
}

/** Formats the names of measures for a message on a name that is unknown. */
export function suggestNames(
  { measures, group }: DatasetPlan,
  name: string,
  others: readonly string[] = [],
): string {
  const patterns = getNamePattern(group) ?? []
  return suggest(name, [measures.map(({ field }) => field), patterns, others].flat())
}

/** A character, or any number of characters of a kind, at least one. */
type Symbol = string | RegExp

const parseSymbols = (pattern: string, any: RegExp): Symbol[] =>
  splitPattern(pattern).flatMap((token): Symbol[] => (token.startsWith('{') ? [any] : token.split('')))

/** Compares both patterns by character; `free` accepts more kinds of characters than `strict`. */
function haveNameInCommon(free: readonly Symbol[], strict: readonly Symbol[]): boolean {
  const seen = new Set<string>()
  const meet = (i: number, j: number): boolean => {
    const [freePart, strictPart] = [free[i], strict[j]]
    if (freePart === undefined || strictPart === undefined) return freePart === strictPart
    const key = `${i} ${j}`
    if (seen.has(key) || !haveCharacterInCommon(freePart, strictPart)) return false
    seen.add(key)
    if (meet(i + 1, j + 1)) return true
    return (freePart instanceof RegExp && meet(i, j + 1)) || (strictPart instanceof RegExp && meet(i + 1, j))
  }
  return meet(0, 0)
}

function haveCharacterInCommon(one: Symbol, other: Symbol): boolean {
  if (one instanceof RegExp) return other instanceof RegExp || one.test(other)
  return other instanceof RegExp ? other.test(one) : one === other
}
