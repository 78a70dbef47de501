import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RightsList, type TreeView } from './rights-group.tsx'
import { countDifferences, type Right } from './rights-tree.ts'
import { differencesText } from './rights-words.ts'
import { walkedByKeys } from './tree-keys.ts'

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
  /** Null while it is on its way. */
  readonly tree: readonly Right[] | null
  /** The role or user, which a print names in place of the dropdowns. */
  readonly owner: string
  readonly view: TreeView
}

/** The menu hierarchy with its rights. */
export const RightsCard = ({ tree, owner, view }: Props) => (
  <Card
    title={
      <>
        Menu hierarchy<span className="hidden print:inline">{`: ${owner}`}</span>
      </>
    }
    actions={
      tree !== null &&
      view.role !== null && (
        <span className="text-sm text-soft">{differencesText(countDifferences(tree, view.role))}</span>
      )
    }
  >
    {tree === null ? (
      <TreeSkeleton />
    ) : (
      <div ref={walkedByKeys}>
        <RightsList rights={tree} above={[]} view={view} />
      </div>
    )}
  </Card>
)
