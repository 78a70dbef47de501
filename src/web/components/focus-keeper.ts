/** An element that had the focus, with what is needed to find its successor once it is gone. */
type Visit = {
  readonly element: HTMLElement
  /** From the nearest ancestor to the farthest. */
  readonly ancestors: readonly HTMLElement[]
  /** The index of its table row, and its own index among the controls of that row or of its parent. */
  readonly row: number
  readonly control: number
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
const HEADINGS = 'h1, h2, h3'
/** A message or a dialog: the focus returns to where it was before. */
const PASSING = '[data-passing], dialog'
/** How many elements back the focus may return. */
const REMEMBERED = 8

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0

const controlsIn = (element: Element): readonly HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter(takesFocus)

const ancestorsOf = ({ parentElement }: HTMLElement): readonly HTMLElement[] =>
  parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)]

const visitOf = (element: HTMLElement): Visit => {
  const row = element.closest('tbody > tr')
  return {
    element,
    ancestors: ancestorsOf(element),
    row: row === null ? -1 : [...(row.parentElement?.children ?? [])].indexOf(row),
    control: controlsIn(row ?? element.parentElement ?? element).indexOf(element),
  }
}

/** The entry at an index, or the last one of a shorter list. */
const atMost = <T>(list: readonly T[], index: number): T | undefined =>
  list[Math.min(Math.max(index, 0), list.length - 1)]

/** The same control in the row that took the place of the lost one, or in the last row. */
const inRows = ({ ancestors, row, control }: Visit): HTMLElement | undefined => {
  const body = ancestors.find((ancestor) => ancestor.matches('tbody') && ancestor.isConnected)
  const next = body === undefined ? undefined : atMost([...body.children], row)
  return next === undefined ? undefined : atMost(controlsIn(next), control)
}

/** A neighbour among the controls of one group; what contains a heading is more than a group. */
const inGroup = ({ ancestors, control }: Visit): HTMLElement | undefined => {
  const group = ancestors.find((ancestor) => ancestor.isConnected)
  const isGroup = group?.closest('main') !== null && group?.querySelector(HEADINGS) === null
  return group !== undefined && isGroup ? atMost(controlsIn(group), control) : undefined
}

/** The heading of the nearest part of the page that is left. */
const headingNear = ({ ancestors }: Visit): HTMLElement | null | undefined =>
  ancestors
    .filter((ancestor) => ancestor.isConnected && ancestor.matches('section, main'))
    .map((part) => part.querySelector<HTMLElement>(HEADINGS))
    .find((heading) => heading !== null)

const successorOf = (visits: readonly Visit[]): HTMLElement | undefined => {
  const visit = visits.at(-1)
  if (visit === undefined) return undefined
  if (takesFocus(visit.element)) return visit.element
  const isPassing = [visit.element, ...visit.ancestors].some((element) => element.matches(PASSING))
  const before = isPassing ? successorOf(visits.slice(0, -1)) : undefined
  return inRows(visit) ?? before ?? inGroup(visit) ?? headingNear(visit) ?? undefined
}

const moveTo = (element: HTMLElement): void => {
  const isControl = element.matches(CONTROLS)
  if (!isControl) element.tabIndex = -1
  element.focus({ preventScroll: !isControl })
}

/**
 * Keeps the keyboard focus on the page: when the element that has it is removed, disabled or hidden, the focus
 * moves to the same control of the next table row, back to where it was before a message or a dialog, to a
 * neighbour, or to the nearest heading. Focus that the user took away by a click elsewhere stays away.
 */
export const keepFocus = (): void => {
  const { activeElement, body } = document
  let visits: readonly Visit[] =
    activeElement instanceof HTMLElement && activeElement !== body ? [visitOf(activeElement)] : []
  /** The page has no heading yet; the focus moves on to it once it has. */
  let awaitsHeading = false

  const recover = () => {
    const main = document.querySelector('main')
    const next = successorOf(visits) ?? main?.querySelector<HTMLElement>('h1') ?? main
    if (next !== null && next !== document.activeElement) moveTo(next)
    awaitsHeading = next === main
  }

  const goToHeading = (main: HTMLElement) => {
    const heading = main.querySelector('h1')
    if (heading !== null) moveTo(heading)
  }

  const isLost = ({ element }: Visit, active: Element | null): boolean =>
    (active === document.body || active === element) && (!element.isConnected || element.matches(':disabled'))

  new MutationObserver(() => {
    const current = visits.at(-1)
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
    visits = [...visits.filter(({ element }) => element !== target), visitOf(target)].slice(-REMEMBERED)
  })

  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    queueMicrotask(() => {
      if (document.activeElement !== document.body || visits.at(-1)?.element !== target) return
      if (takesFocus(target)) visits = []
      else recover()
    })
  })
}
