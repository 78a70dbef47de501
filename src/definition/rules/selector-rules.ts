import type { SelectorDefinition } from '../../../schemas/report/definition.ts'
import { reservedNames } from '../../report/url-state.ts'
import { getSelectorKind } from '../../report/selection/selector-kinds.ts'
import { getPlaceholders } from '../../report/request/template.ts'
import type { SelectorPlan } from '../../report/plan.ts'
import { findFillRule } from '../keys.ts'
import { type FixedList, getFixedLists, getSelectorDefinitionKind, listPlaceholders } from '../selectors.ts'
import { childRef, type Reporter, type SourceRef, suggest } from '../diagnostic.ts'
import type { Section } from '../sections.ts'

/** Checks that selectors have names of their own, and that what the rows fill can be known from them. */
export function checkSelectors(
  selectors: readonly SelectorDefinition[],
  rows: Section<'rows'>,
  origin: SourceRef,
  onDiagnostic: Reporter,
): void {
  const kinds = selectors.map(({ kind }) => kind)
  selectors.forEach((selector, index) => {
    const { name, kind, label } = selector
    const at = childRef(origin, index)
    if (selectors.findIndex((other) => other.name === name) < index) {
      onDiagnostic({ ...at, rule: 'selector-name', message: `a second selector named '${name}'` })
    }
    if (selectors.findIndex((other) => other.label === label) < index) {
      onDiagnostic({ ...at, rule: 'selector-label', message: `a second selector with the label '${label}'` })
    }
    if (reservedNames.includes(name)) {
      const message = `'${name}' has a meaning of its own in addresses and templates`
      onDiagnostic({ ...at, rule: 'selector-reserved', message })
    }
    const { requires } = getSelectorDefinitionKind(selector)
    const other = findOverlap(kinds, index)
    if (other !== null) {
      const message =
        other === kind
          ? `a second ${kind} selector`
          : `a ${kind} selector beside a ${other} selector, which chooses the period, too`
      onDiagnostic({ ...at, rule: 'selector-kind', message })
    }
    checkDefault(selector, at, onDiagnostic)
    if ('multiple' in selector && selector.multiple) checkCommas(selector, at, onDiagnostic)
    checkDependencies(selector, selectors.slice(index), at, onDiagnostic)
    for (const list of getFixedLists(selector)) checkList(list, childRef(at, ...list.path), onDiagnostic)
    if (requires !== null && !kinds.includes(requires) && kinds.indexOf(kind) === index) {
      onDiagnostic({
        ...origin,
        rule: 'selector-month',
        message: `a ${kind} selector needs a ${requires} selector`,
      })
    }
  })
  checkFill(rows, kinds, onDiagnostic)
}

/** Finds the kind of an earlier selector that chooses the same part of the period; null for none. */
function findOverlap(kinds: readonly SelectorPlan['kind'][], index: number): SelectorPlan['kind'] | null {
  const parts = kinds.map((kind) => getSelectorDefinitionKind({ kind }).part)
  const part = parts[index] ?? null
  if (part === null) return null
  const isSame = (other: typeof part | null) =>
    other === part || (other !== null && (other === 'whole' || part === 'whole'))
  const found = parts.slice(0, index).findIndex(isSame)
  return kinds[found] ?? null
}

/** Checks that what is chosen at first can be chosen, and something says which period is the latest. */
function checkDefault(selector: SelectorDefinition, at: SourceRef, onDiagnostic: Reporter): void {
  if (!('default' in selector) || selector.default === undefined) return
  const { kind, default: first } = selector
  const origin = childRef(at, 'default')
  if (selector.kind === 'dateRange') {
    const { keepOffered, findError } = getSelectorKind(selector)
    const isRange = keepOffered(selector.default, []) !== ''
    const error = isRange
      ? findError(selector.default, selector.maxDays)
      : 'This is not two days of the calendar.'
    const message = `'${selector.default}' cannot be chosen: ${error ?? ''}`
    if (error !== null) onDiagnostic({ ...origin, rule: 'default-option', message })
    return
  }
  const hasUrl = selector.options !== undefined && 'url' in selector.options
  if (Array.isArray(first) && !('multiple' in selector && selector.multiple)) {
    const message = `a list of values needs "multiple": true`
    onDiagnostic({ ...origin, rule: 'default-option', message })
    return
  }
  if (first === 'latest') {
    if (hasUrl) return
    const message = `no request says which ${kind === 'select' ? 'period' : kind} is the latest; name a URL in options, or a value`
    onDiagnostic({ ...origin, rule: 'default-latest', message })
    return
  }
  if (hasUrl) return
  const wanted = Array.isArray(first) ? first : [first]
  for (const { values } of getFixedLists(selector)) {
    const unknown = wanted.find((one) => !values.includes(one))
    if (unknown === undefined) continue
    const message = `'${unknown}' is not offered${suggest(String(unknown), values.map(String))}`
    onDiagnostic({ ...origin, rule: 'default-option', message })
  }
}

/** Checks that values that are sent joined by commas contain none. */
function checkCommas(selector: SelectorDefinition, at: SourceRef, onDiagnostic: Reporter): void {
  for (const { path, values } of getFixedLists(selector)) {
    for (const [index, value] of values.entries()) {
      if (!String(value).includes(',')) continue
      const message = `'${value}' contains a comma, which separates the values of several entries`
      onDiagnostic({ ...childRef(at, ...path, index), rule: 'option-comma', message })
    }
  }
}

/** Checks that the options depend on selectors before it only; `others` are the selector itself and those after it. */
function checkDependencies(
  selector: SelectorDefinition,
  others: readonly SelectorDefinition[],
  at: SourceRef,
  onDiagnostic: Reporter,
): void {
  const { kind, name } = selector
  const options = 'options' in selector ? selector.options : undefined
  if (options === undefined || !('url' in options)) return
  const { requires } = getSelectorDefinitionKind({ kind })
  const named = new Set(getPlaceholders(options.url).map((placeholder) => placeholder.name))
  for (const other of others) {
    const isNamed = listPlaceholders(other).some((placeholder) => named.has(placeholder))
    if (!isNamed && other.kind !== requires) continue
    const reason = other.name === name ? 'is the selector itself' : 'comes after it'
    const message = `the options of '${name}' depend on '${other.name}', which ${reason}; they can depend on selectors before it`
    onDiagnostic({ ...childRef(at, 'options', 'url'), rule: 'selector-dependency', message })
  }
}

function checkFill(
  rows: Section<'rows'>,
  kinds: readonly SelectorPlan['kind'][],
  onDiagnostic: Reporter,
): void {
  const { key, fillMissing } = rows.value
  const found = findFillRule(fillMissing)
  if (found === null) return
  const { rule, message, chosen } = found.rule
  if (kinds.includes('dateRange') && fillMissing !== 'days') {
    const range = `'${fillMissing}' is of one year, and a range of dates can have days of two; only 'days' can be filled`
    onDiagnostic({ ...childRef(rows.origin, 'fillMissing'), rule: 'fill-range', message: range })
    return
  }
  const isChosen = chosen.length === 0 || kinds.some((kind) => chosen.includes(kind))
  if (key.kind === found.kind && isChosen) return
  onDiagnostic({ ...childRef(rows.origin, 'fillMissing'), rule, message })
}

function checkList({ values, labels }: FixedList, origin: SourceRef, onDiagnostic: Reporter): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) {
      onDiagnostic({
        ...childRef(origin, index),
        rule: 'option-double',
        message: `'${value}' is offered twice`,
      })
    }
    const label = labels[index]
    const first = label === undefined ? index : labels.indexOf(label)
    if (first < index && values[first] !== value) {
      const message = `'${label}' is also shown for '${values[first]}'`
      onDiagnostic({ ...childRef(origin, index, 'label'), rule: 'option-label', message })
    }
    if (typeof value === 'string' && (/^\.{1,2}$/.test(value) || value.trim() !== value)) {
      const message = `'${value}' cannot be sent as part of a path: no dots alone, no space at its ends`
      onDiagnostic({ ...childRef(origin, index), rule: 'option-value', message })
    }
  })
}
