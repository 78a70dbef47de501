import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from './icon.tsx'

type PageProps = {
  readonly title: string
  readonly breadcrumb: readonly string[]
  readonly description?: string | null
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** Shows the frame of every page below the top bar: breadcrumb line, heading, content. */
export const Page = ({ title, breadcrumb, description, actions, children }: PageProps) => {
  usePageTitle(title)
  return (
    <div
      className={classNames(
        'relative flex flex-col gap-3 max-md:gap-2',
        description && '[--above-table:1.75rem]',
      )}
    >
      <div className="flex flex-col gap-2">
        <Breadcrumb items={breadcrumb} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="mr-auto text-xl font-semibold tracking-tight max-md:text-lg">{title}</h1>
          {actions}
        </div>
        {description && <p className="max-w-4xl text-soft wrap-anywhere">{description}</p>}
      </div>
      {children}
    </div>
  )
}

type BreadcrumbProps = { readonly items: readonly string[] }

/**
 * Shows `Portal Location | menu > submenu`, the last part bold. Date and time in UTC are at the right, or above if that
 * leaves no room for a banner between them. A short window has no line to spare for that.
 */
const Breadcrumb = ({ items }: BreadcrumbProps) => {
  const parents = items.slice(0, -1)
  return (
    <div className="flex flex-wrap-reverse items-center gap-x-6 gap-y-1 text-sm text-faint max-sm:text-xs sm:[@media(height<32rem)]:flex-nowrap">
      <p className="min-w-0" data-breadcrumb>
        {`Portal Location | ${parents.map((part) => `${part} > `).join('')}`}
        <strong className="font-semibold text-ink">{items.at(-1)}</strong>
      </p>
      <UtcClock />
    </div>
  )
}

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Returns the date and time in UTC to the minute, en-GB. */
export const formatUtc = (now: Date): string => `${FORMAT.format(now)} UTC`

const TICK = 1000

// Updated every second, so that it is correct as soon as the computer wakes up.
const UtcClock = () => {
  const [text, setText] = useState(() => formatUtc(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setText(formatUtc(new Date())), TICK)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className="grow whitespace-nowrap text-right tabular-nums max-sm:min-h-8 max-[22rem]:min-h-12 lg:basis-208 sm:max-lg:[@media(height>=32rem)]:min-h-5 max-lg:[@media(height>=32rem)]:basis-full">
      <span className="max-lg:in-[:has([data-banner])]:hidden">{text}</span>
    </time>
  )
}

/** Shows a grey placeholder of loading content; its size is set by class names. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-breathe rounded-control bg-sunken', className)}
  />
)

/** Shows the placeholder of a loading page: breadcrumb, heading, control row, card. */
export const PageSkeleton = () => (
  <output aria-label="Loading page" className="flex animate-appear-late flex-col gap-4">
    <Skeleton className="h-5 w-64" />
    <Skeleton className="h-7 w-80" />
    <Skeleton className="h-13 w-full max-w-xl" />
    <Skeleton className="h-80 w-full" />
  </output>
)

/** Sets the document's title while the page is mounted and restores the previous one afterwards. */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    if (title === null) return undefined
    const earlierTitle = document.title
    document.title = title
    return () => {
      document.title = earlierTitle
    }
  }, [title])
}
