import { UtcClock } from './utc-clock.tsx'

type Props = { readonly trail: readonly string[] }

/** `Portal Location | menu > submenu`, the last part bold; at the right date and time in UTC (spec §2). */
export const Breadcrumb = ({ trail }: Props) => {
  const before = trail.slice(0, -1)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0.5 text-sm text-faint">
      <p className="min-w-0" data-breadcrumb>
        {`Portal Location | ${before.map((part) => `${part} > `).join('')}`}
        <strong className="font-semibold text-ink">{trail.at(-1)}</strong>
      </p>
      <UtcClock />
    </div>
  )
}
