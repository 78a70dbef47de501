const STOPS = '[data-group], [role="switch"]'

const parentOf = (stop: Element): Element | null =>
  stop.closest('li')?.parentElement?.closest('li')?.querySelector('[data-group]') ?? null

type Stops = { readonly stop: Element; readonly all: readonly Element[]; readonly place: number }

const opens = ({ stop }: Stops, isOpen: boolean): boolean =>
  stop.getAttribute('aria-expanded') === String(!isOpen) && stop instanceof HTMLElement

const press = ({ stop }: Stops): Element => {
  if (stop instanceof HTMLElement) stop.click()
  return stop
}

/** Where each key leads from a group or a switch; Right and Left open and close a group first. */
const MOVES: Record<string, (stops: Stops) => Element | null | undefined> = {
  ArrowDown: ({ all, place }) => all[place + 1],
  ArrowUp: ({ all, place }) => all[place - 1],
  Home: ({ all }) => all[0],
  End: ({ all }) => all.at(-1),
  ArrowRight: (stops) => (opens(stops, true) ? press(stops) : stops.all[stops.place + 1]),
  ArrowLeft: (stops) => (opens(stops, false) ? press(stops) : parentOf(stops.stop)),
}

const walk = (tree: Element, event: KeyboardEvent): void => {
  const move = MOVES[event.key]
  const { target } = event
  if (move === undefined || !(target instanceof Element) || !target.matches(STOPS)) return
  event.preventDefault()
  const all = [...tree.querySelectorAll(STOPS)]
  const next = move({ stop: target, all, place: all.indexOf(target) })
  if (next instanceof HTMLElement) next.focus()
}

/** A ref for a tree of nested lists: arrow keys, Home and End walk it, and Tab goes through it as ever. */
export const handleTreeKey = (tree: HTMLElement | null) => {
  const pressed = (event: KeyboardEvent) => {
    if (tree !== null && !event.altKey && !event.ctrlKey && !event.metaKey) walk(tree, event)
  }
  tree?.addEventListener('keydown', pressed)
  return () => tree?.removeEventListener('keydown', pressed)
}
