/** An element that had the focus, and what is needed to find its successor once it is removed. */
type FocusRecord = {
  readonly element: HTMLElement
  /** From the nearest ancestor to the farthest. */
  readonly ancestors: readonly HTMLElement[]
  /** The index of its table row, and its own index among the controls of that row. */
  readonly row: number
  readonly control: number
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
const HEADINGS = 'h1, h2, h3'
/** A message or a dialog: the focus returns to the element before it. */
const TRANSIENT = '[data-passing], dialog'
/** How many elements the focus can go back. */
const MAX_RECORDS = 8

const isFocusable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0

const listControls = (element: Element): readonly HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter(isFocusable)

const listAncestors = ({ parentElement }: HTMLElement): readonly HTMLElement[] =>
  parentElement === null ? [] : [parentElement, ...listAncestors(parentElement)]

const recordFocus = (element: HTMLElement): FocusRecord => {
  const row = element.closest('tbody > tr')
  return {
    element,
    ancestors: listAncestors(element),
    row: row === null ? -1 : [...(row.parentElement?.children ?? [])].indexOf(row),
    control: row === null ? -1 : listControls(row).indexOf(element),
  }
}

/** The entry at an index, or the last one of a shorter list. */
const getAtMost = <T>(list: readonly T[], index: number): T | undefined =>
  list[Math.min(Math.max(index, 0), list.length - 1)]

/** The same control in the row that is now at the index of the removed one, or in the last row. */
const findInRows = ({ ancestors, row, control }: FocusRecord): HTMLElement | undefined => {
  const body = ancestors.find((ancestor) => ancestor.matches('tbody') && ancestor.isConnected)
  const next = body === undefined ? undefined : getAtMost([...body.children], row)
  return next === undefined ? undefined : getAtMost(listControls(next), control)
}

/** The first control of what remains of its group. An element that contains a heading is not a group. */
const findInGroup = ({ ancestors }: FocusRecord): HTMLElement | undefined => {
  const group = ancestors.find((ancestor) => ancestor.isConnected)
  return group?.querySelector(HEADINGS) === null ? listControls(group)[0] : undefined
}

/** The heading of the nearest remaining section. */
const findHeading = ({ ancestors }: FocusRecord): HTMLElement | null | undefined =>
  ancestors
    .filter((ancestor) => ancestor.isConnected && ancestor.matches('section, main'))
    .map((part) => part.querySelector<HTMLElement>(HEADINGS))
    .find((heading) => heading !== null)

const findSuccessor = (records: readonly FocusRecord[]): HTMLElement | undefined => {
  const record = records.at(-1)
  if (record === undefined) return undefined
  if (isFocusable(record.element)) return record.element
  const isTransient = [record.element, ...record.ancestors].some((element) => element.matches(TRANSIENT))
  const before = isTransient ? findSuccessor(records.slice(0, -1)) : undefined
  return findInRows(record) ?? before ?? findInGroup(record) ?? findHeading(record) ?? undefined
}

const moveFocus = (element: HTMLElement): void => {
  const isControl = element.matches(CONTROLS)
  if (!isControl) {
    // A heading has the focus only for what is read or typed next.
    element.tabIndex = -1
    element.style.outline = 'none'
  }
  element.focus({ preventScroll: !isControl })
}

/**
 * Keeps the keyboard focus on the page: when the element that has it is removed, disabled or hidden, the focus
 * moves to the same control of the next table row, back to where it was before a message or a dialog, to a
 * neighbour, or to the nearest heading. Focus that the user removed by a click elsewhere is not restored.
 */
export const keepFocus = (): void => {
  const { activeElement, body } = document
  let records: readonly FocusRecord[] =
    activeElement instanceof HTMLElement && activeElement !== body ? [recordFocus(activeElement)] : []
  /** The page has no heading yet; the focus moves to it once it is there. */
  let awaitsHeading = false

  const recover = () => {
    const main = document.querySelector('main')
    const next = findSuccessor(records) ?? main?.querySelector<HTMLElement>('h1') ?? main
    if (next !== null && next !== document.activeElement) moveFocus(next)
    awaitsHeading = next === main
  }

  const goToHeading = (main: HTMLElement) => {
    const heading = main.querySelector('h1')
    if (heading !== null) moveFocus(heading)
  }

  const isLost = ({ element }: FocusRecord, active: Element | null): boolean =>
    (active === document.body || active === element) && (!element.isConnected || element.matches(':disabled'))

  new MutationObserver(() => {
    const current = records.at(-1)
    if (current === undefined) return
    const active = document.activeElement
    if (awaitsHeading && active instanceof HTMLElement && active.matches('main')) goToHeading(active)
    else if (isLost(current, active)) recover()
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })

  document.addEventListener('focusin', ({ target }) => {
    awaitsHeading = false
    if (!(target instanceof HTMLElement)) return
    records = [...records.filter(({ element }) => element !== target), recordFocus(target)].slice(
      -MAX_RECORDS,
    )
  })

  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    queueMicrotask(() => {
      if (document.activeElement !== document.body || records.at(-1)?.element !== target) return
      if (isFocusable(target)) records = []
      else recover()
    })
  })
}
