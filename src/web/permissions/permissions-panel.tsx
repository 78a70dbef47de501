import { Card } from '../components/card.tsx'
import { Skeleton } from '../components/page.tsx'
import { PermissionList, type TreeView } from './permission-list.tsx'
import { countDifferences, type PermissionNode } from './permission-tree.ts'

const TreeSkeleton = () => (
  <div aria-busy="true" className="flex animate-appear-late flex-col gap-3">
    <span className="sr-only">Loading rights</span>
    <Skeleton className="h-5 w-40" />
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} className="ml-6 h-14" />
    ))}
  </div>
)

type Props = {
  /** Null while it loads. */
  readonly tree: readonly PermissionNode[] | null
  /** The name of the role or user; shown only in print, which omits the dropdowns. */
  readonly owner: string
  readonly view: TreeView
}

/** The menu hierarchy with its permissions. */
export const PermissionsPanel = ({ tree, owner, view }: Props) => (
  <Card
    title={
      <>
        Menu hierarchy<span className="hidden print:inline">{`: ${owner}`}</span>
      </>
    }
    actions={
      tree !== null &&
      view.role !== null && (
        <span className="text-sm text-soft">{formatDifferences(countDifferences(tree, view.role))}</span>
      )
    }
  >
    {tree === null ? (
      <TreeSkeleton />
    ) : (
      <div ref={handleTreeKey}>
        <PermissionList permissions={tree} above={[]} view={view} />
      </div>
    )}
  </Card>
)

const formatDifferences = (count: number): string => {
  if (count === 0) return 'As the role'
  return count === 1 ? '1 right differs from the role' : `${count} rights differ from the role`
}

const STOPS = '[data-group], [role="switch"]'

const findParentGroup = (stop: Element): Element | null =>
  stop.closest('li')?.parentElement?.closest('li')?.querySelector('[data-group]') ?? null

type Stops = { readonly stop: Element; readonly all: readonly Element[]; readonly index: number }

const canSetOpen = ({ stop }: Stops, isOpen: boolean): boolean =>
  stop.getAttribute('aria-expanded') === String(!isOpen) && stop instanceof HTMLElement

const press = ({ stop }: Stops): Element => {
  if (stop instanceof HTMLElement) stop.click()
  return stop
}

/** The target of each key from a group or a switch; Right opens and Left closes a group first. */
const MOVES: Record<string, (stops: Stops) => Element | null | undefined> = {
  ArrowDown: ({ all, index }) => all[index + 1],
  ArrowUp: ({ all, index }) => all[index - 1],
  Home: ({ all }) => all[0],
  End: ({ all }) => all.at(-1),
  ArrowRight: (stops) => (canSetOpen(stops, true) ? press(stops) : stops.all[stops.index + 1]),
  ArrowLeft: (stops) => (canSetOpen(stops, false) ? press(stops) : findParentGroup(stops.stop)),
}

const moveFocus = (tree: Element, event: KeyboardEvent): void => {
  const move = MOVES[event.key]
  const { target } = event
  if (move === undefined || !(target instanceof Element) || !target.matches(STOPS)) return
  event.preventDefault()
  const all = [...tree.querySelectorAll(STOPS)]
  const next = move({ stop: target, all, index: all.indexOf(target) })
  if (next instanceof HTMLElement) next.focus()
}

/** A ref for a tree of nested lists: arrow keys, Home and End move the focus; Tab works as usual. */
const handleTreeKey = (tree: HTMLElement | null) => {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (tree !== null && !event.altKey && !event.ctrlKey && !event.metaKey) moveFocus(tree, event)
  }
  tree?.addEventListener('keydown', handleKeyDown)
  return () => tree?.removeEventListener('keydown', handleKeyDown)
}
