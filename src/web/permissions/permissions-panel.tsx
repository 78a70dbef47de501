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
    {tree === null ? <TreeSkeleton /> : <PermissionList permissions={tree} above={[]} view={view} />}
  </Card>
)

const formatDifferences = (count: number): string => {
  if (count === 0) return 'As the role'
  return count === 1 ? '1 right differs from the role' : `${count} rights differ from the role`
}
