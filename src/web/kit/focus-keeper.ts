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
/** A message, a menu or a dialog: the focus returns to the element before it. */
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

/**
 * The element itself; or the same control in the row that is now at the index of the removed one, or in the last row;
 * or what had the focus before a message, a menu or a dialog; or the heading of the nearest remaining section.
 */
const findSuccessor = (records: readonly FocusRecord[]): HTMLElement | undefined => {
  const record = records.at(-1)
  if (record === undefined || isFocusable(record.element)) return record?.element
  const remaining = record.ancestors.filter((ancestor) => ancestor.isConnected)
  const body = remaining.find((ancestor) => ancestor.matches('tbody'))
  const next = body && getAtMost([...body.children], record.row)
  const isTransient = [record.element, ...record.ancestors].some((element) => element.matches(TRANSIENT))
  const headings = remaining
    .filter((ancestor) => ancestor.matches('section, main'))
    .flatMap((part) => part.querySelector<HTMLElement>(HEADINGS) ?? [])
  return (
    (next && getAtMost(listControls(next), record.control)) ??
    (isTransient ? findSuccessor(records.slice(0, -1)) : undefined) ??
    headings[0]
  )
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
 * moves to the same control of the next table row, back to where it was before a message, a menu or a dialog, or to the
 * nearest heading. Focus that the user removed by a click elsewhere is not restored.
 */
export const keepFocus = (): void => {
  const { activeElement, body } = document
  let records: readonly FocusRecord[] =
    activeElement instanceof HTMLElement && activeElement !== body ? [recordFocus(activeElement)] : []
  /** The page has no heading yet; the focus moves to it once it is there. */
  let awaitsHeading = false

  const recover = () => {
    const main = document.querySelector('main')
    const heading = main?.querySelector<HTMLElement>('h1') ?? main
    const next = (awaitsHeading ? undefined : findSuccessor(records)) ?? heading
    if (next !== null && next !== document.activeElement) moveFocus(next)
    awaitsHeading = next === main
  }

  const isLost = ({ element }: FocusRecord, active: Element | null): boolean =>
    (active === document.body || active === element) && (!element.isConnected || element.matches(':disabled'))

  new MutationObserver(() => {
    const current = records.at(-1)
    if (current === undefined) return
    const active = document.activeElement
    if ((awaitsHeading && active?.matches('main')) || isLost(current, active)) recover()
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
