import { classNames } from './class-names.ts'

/** A grey shape in the place of what comes; give its size by class names. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-breathe rounded-control bg-sunken', className)}
  />
)

/** The shape of a page that is on its way: breadcrumb, heading, control row, card. */
export const PageSkeleton = () => (
  <output aria-label="Loading page" className="flex animate-appear-late flex-col gap-4">
    <Skeleton className="h-5 w-64" />
    <Skeleton className="h-7 w-80" />
    <Skeleton className="h-13 w-full max-w-xl" />
    <Skeleton className="h-80 w-full" />
  </output>
)
