import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber, type NumberFormat } from '../../report/format.ts'
import type { ListedReport } from '../../report/plan.ts'
import { Skeleton } from '../components/page.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { createOverviewLoader, type ReportOverview } from './overview-loader.ts'
import { listRecentReports } from './opened-reports.ts'
import { Sparkline } from './sparkline.tsx'

const MAX_REPORTS = 12
/** So many reports load at the same time: a page that is opened meanwhile has to share the connections with them. */
const LANES = 2
const LIFETIME_MS = 300_000

type Props = { readonly reports: readonly ListedReport[] }

/** Reports at a glance, the recently opened ones first, each with its latest period. */
export const ReportOverviews = ({ reports: all }: Props) => {
  const { username } = useSession()
  const [recent] = useState(() => listRecentReports(username))
  const reports = useMemo(() => orderReports(all, recent), [all, recent])
  const overviews = useOverviews(reports)
  if (reports.length === 0) return null
  return (
    <section aria-labelledby="your-reports" className="flex flex-col gap-2">
      <h2 id="your-reports" className="font-semibold">
        Your reports
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3">
        {reports.map((report, index) => (
          <ReportCard key={report.path} report={report} overview={overviews[index] ?? 'loading'} />
        ))}
      </ul>
    </section>
  )
}

/** The recently opened reports first, then the others in the order of the menu. */
const orderReports = (
  reports: readonly ListedReport[],
  recent: readonly string[],
): readonly ListedReport[] => {
  const rank = ({ path }: ListedReport) => (recent.includes(path) ? recent.indexOf(path) : recent.length)
  return reports.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_REPORTS)
}

type State = ReportOverview | 'loading' | 'failed' | 'empty'

const useOverviews = (reports: readonly ListedReport[]): readonly State[] => {
  const api = useApi()
  const { load, lanes } = useMemo(
    () => ({
      load: createOverviewLoader(api),
      lanes: Array.from({ length: LANES }, () => Promise.resolve<unknown>(null)),
    }),
    [api],
  )
  return useQueries({
    queries: reports.map((report, index) => ({
      queryKey: ['report-overview', report.id],
      staleTime: LIFETIME_MS,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        const lane = index % LANES
        const loaded = (lanes[lane] ?? Promise.resolve()).then(() => {
          signal.throwIfAborted()
          return load(report, signal)
        })
        lanes[lane] = loaded.catch(() => null)
        return loaded
      },
    })),
    combine: (results) =>
      results.map(({ data, isError }): State =>
        isError ? 'failed' : data === undefined ? 'loading' : (data ?? 'empty'),
      ),
  })
}

type CardProps = { readonly report: ListedReport; readonly overview: State }

const ReportCard = ({ report, overview }: CardProps) => {
  const isLoaded = typeof overview === 'object'
  return (
    <li
      aria-busy={overview === 'loading' || undefined}
      className="card-surface relative flex min-h-32 flex-col gap-1 px-4 py-3 hover:border-accent"
    >
      <h3 className="font-medium">
        <Link to={isLoaded ? overview.url : report.path} className="after:absolute after:inset-0">
          {report.menu.label}
        </Link>
      </h3>
      {overview === 'loading' && <Placeholder />}
      {overview === 'failed' && <p className="text-sm text-soft">Its figures could not be loaded.</p>}
      {overview === 'empty' && <p className="text-sm text-soft">No records in its recent periods.</p>}
      {isLoaded && <Figures overview={overview} />}
    </li>
  )
}

const Placeholder = () => (
  <>
    <Skeleton className="h-4 w-40" />
    <Skeleton className="mt-auto h-10 w-full" />
  </>
)

/** Shows a number with its period, its change and its course. */
export const Figures = ({ overview }: { readonly overview: ReportOverview }) => {
  const { label, value, format, period, tab, unit, points } = overview
  const change = formatChange(overview)
  const exact = value === null ? '' : formatNumber(value, format)
  return (
    <>
      <p className="text-sm text-soft">{tab === null ? period : `${period} · ${tab}`}</p>
      <div className="mt-auto flex items-end justify-between gap-4">
        {value !== null && (
          <p className="min-w-0">
            <span className="block text-sm text-soft">{label}</span>
            <span className="block text-lg font-semibold tabular-nums">
              <span aria-hidden="true" title={exact}>
                {formatCompact(value, format)}
              </span>
              <span className="sr-only">{exact}</span>
              {unit !== null && <span className="text-sm font-normal text-soft"> {unit}</span>}
            </span>
          </p>
        )}
        <Sparkline points={points} />
      </div>
      <p className="min-h-5 text-sm text-soft">{change}</p>
    </>
  )
}

const COMPACT = { notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** `1.87 M`; numbers below 1,000 and percentages as in the table. */
const formatCompact = (value: number, format: NumberFormat | null): string => {
  if (Math.abs(value) < 1000 || format?.options.style === 'percent') return formatNumber(value, format)
  const text = new Intl.NumberFormat('en', { ...format?.options, ...COMPACT }).format(value)
  return text.replace(/(?=[A-Z]$)/, '\u00A0') + (format?.suffix ?? '')
}

const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** `+3.2% on February 2025`; empty for no change. */
const formatChange = ({ change, since, earlierPeriod }: ReportOverview): string => {
  if (change === null) return ''
  const text = percent.format(change)
  if (since === 'period') return `${text} on ${earlierPeriod}`
  return since === 'same part' ? `${text} on the same part of ${earlierPeriod}` : `${text} on ${since.row}`
}
