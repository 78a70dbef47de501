import { classNames } from './class-names.ts'

/** A grey placeholder of loading content; its size is set by class names. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-breathe rounded-control bg-sunken', className)}
  />
)

/** The placeholder of a loading page: breadcrumb, heading, control row, card. */
export const PageSkeleton = () => (
  <output aria-label="Loading page" className="flex animate-appear-late flex-col gap-4">
    <Skeleton className="h-5 w-64" />
    <Skeleton className="h-7 w-80" />
    <Skeleton className="h-13 w-full max-w-xl" />
    <Skeleton className="h-80 w-full" />
  </output>
)
