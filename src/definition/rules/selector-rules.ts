import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import { reservedNames } from '../../report/selection/url-state.ts'
import { getSelectorKind } from '../../report/selection/selector-kinds.ts'
import type { SelectorPlan } from '../../report/model/report-plan.ts'
import { fillRules } from '../../report/model/fill-rules.ts'
import { findFixedList, isDependent } from '../selectors.ts'
import { getPart } from '../../report/selection/sample-values.ts'
import { type Place, suggest } from '../../diagnostics/diagnostic.ts'
import type { Section } from '../sections.ts'

/** Checks that selectors have names of their own, and that what the rows fill can be known from them. */
export function checkSelectors(
  selectors: readonly SelectorDefinition[],
  rows: Section<'rows'>,
  origin: Place,
): void {
  const kinds = selectors.map(({ kind }) => kind)
  selectors.forEach((selector, index) => {
    const { name, kind, label } = selector
    const place = origin.at(index)
    if (selectors.findIndex((other) => other.name === name) < index) {
      place.error('unique', `a second selector named '${name}'`)
    }
    if (selectors.findIndex((other) => other.label === label) < index) {
      place.error('unique', `a second selector with the label '${label}'`)
    }
    if (reservedNames.includes(name)) {
      place.error('selector-reserved', `'${name}' has a meaning of its own in addresses and templates`)
    }
    const other = findOverlap(kinds, index)
    if (other !== null) {
      const message =
        other === kind
          ? `a second ${kind} selector`
          : `a ${kind} selector beside a ${other} selector, which chooses the period, too`
      place.error('selector-period', message)
    }
    checkDefault(selector, place)
    checkDependencies(selector, selectors.slice(index), place)
    checkList(selector, place)
    if (getPart(kind) === 'part' && !kinds.includes('year') && kinds.indexOf(kind) === index) {
      origin.error('selector-period', `a ${kind} selector needs a year selector`)
    }
  })
  checkFill(rows, kinds)
}

/** Finds the kind of an earlier selector that chooses the same part of the period; null for none. */
function findOverlap(kinds: readonly SelectorPlan['kind'][], index: number): SelectorPlan['kind'] | null {
  const parts = kinds.map(getPart)
  const part = parts[index] ?? null
  if (part === null) return null
  const isSame = (other: typeof part | null) =>
    other === part || (other !== null && (other === 'whole' || part === 'whole'))
  const found = parts.slice(0, index).findIndex(isSame)
  return kinds[found] ?? null
}

/** Checks that what is chosen at first can be chosen, and something says which period is the latest. */
function checkDefault(selector: SelectorDefinition, at: Place): void {
  if (!('default' in selector) || selector.default === undefined) return
  const { kind, default: first } = selector
  const origin = at.at('default')
  if (selector.kind === 'dateRange') {
    const { keepOffered, findError } = getSelectorKind(selector)
    const isRange = keepOffered(selector.default, []) !== ''
    const error = isRange
      ? findError(selector.default, { ...selector, unit: null })
      : 'This is not two days of the calendar.'
    const message = `'${selector.default}' cannot be chosen: ${error ?? ''}`
    if (error !== null) origin.error('default-option', message)
    return
  }
  const hasUrl = selector.options !== undefined && 'url' in selector.options
  if (Array.isArray(first) && !('multiple' in selector && selector.multiple)) {
    origin.error('default-option', `a list of values needs "multiple": true`)
    return
  }
  if (first === 'latest') {
    if (hasUrl) return
    const message = `no request says which ${kind === 'select' ? 'period' : kind} is the latest; name a URL in options, or a value`
    origin.error('default-option', message)
    return
  }
  if (hasUrl) return
  const values = findFixedList(selector)?.list.map(({ value }) => value) ?? null
  const unknown = [first].flat().find((one) => values?.includes(String(one)) === false)
  if (values === null || unknown === undefined) return
  origin.error('default-option', `'${unknown}' is not offered${suggest(String(unknown), values)}`)
}

/** Checks that the options depend on selectors before it only; `others` are the selector itself and those after it. */
function checkDependencies(
  selector: SelectorDefinition,
  others: readonly SelectorDefinition[],
  at: Place,
): void {
  const { name } = selector
  const options = 'options' in selector ? selector.options : undefined
  if (options === undefined || !('url' in options)) return
  for (const other of others.filter((one) => isDependent(selector, options.url, one))) {
    const reason = other.name === name ? 'is the selector itself' : 'comes after it'
    const message = `the options of '${name}' depend on '${other.name}', which ${reason}; they can depend on selectors before it`
    at.at('options', 'url').error('selector-dependency', message)
  }
}

function checkFill(rows: Section<'rows'>, kinds: readonly SelectorPlan['kind'][]): void {
  const { key, fillMissing } = rows.value
  const rule = fillRules.find((one) => one.value === fillMissing)
  if (rule === undefined) return
  const { message, chosen } = rule
  if (kinds.includes('dateRange') && fillMissing !== 'days') {
    const range = `'${fillMissing}' is of one year, and a range of dates can have days of two; only 'days' can be filled`
    rows.origin.at('fillMissing').error('rows-filled', range)
    return
  }
  const isChosen = chosen.length === 0 || kinds.some((kind) => chosen.includes(kind))
  if (key.kind === rule.kind && isChosen) return
  rows.origin.at('fillMissing').error('rows-filled', message)
}

/** Checks that a list offers each value and label once, and values that can be sent. */
function checkList(selector: SelectorDefinition, place: Place): void {
  const { path, list } = findFixedList(selector) ?? { path: [], list: [] }
  const isJoined = 'multiple' in selector && selector.multiple
  for (const [index, { value, label }] of list.entries()) {
    const at = place.at(...path, index)
    if (isJoined && value.includes(',')) {
      at.error('option-value', `'${value}' contains a comma, which separates the values of several entries`)
    }
    const before = list.slice(0, index)
    if (before.some((one) => one.value === value)) at.error('unique', `'${value}' is offered twice`)
    const other = before.find((one) => one.label === label)
    if (other !== undefined && other.value !== value) {
      at.at('label').error('unique', `'${label}' is also shown for '${other.value}'`)
    }
    if (/^\.{1,2}$/.test(value) || value.trim() !== value) {
      const message = `'${value}' cannot be sent as part of a path: no dots alone, no space at its ends`
      at.error('option-value', message)
    }
  }
}
