import { classNames } from './class-names.ts'

/** A grey shape in the place of what comes; give its size by class names. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-breathe rounded-control bg-sunken', className)}
  />
)
