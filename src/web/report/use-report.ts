import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import { formatScreenName } from '../../report/selection/titles-and-file-names.ts'
import type { Report, ReportPlan } from '../../report/model/report-plan.ts'
import {
  formatUrlState,
  getRouteParams,
  parseUrlState,
  type UrlState,
} from '../../report/selection/url-state.ts'
import { createSessionHook, useApi, useSession } from '../contexts/portal-contexts.ts'
import { storedValues } from '../api/session-store.ts'
import { getSettings } from '../contexts/portal-settings.ts'
import type { Message } from '../machines/banner-machine.ts'
import { reportMachine } from '../machines/report-machine.ts'
import { createOptionsLoader, createReportServices } from './report-services.ts'

export type ReportActor = ActorRefFrom<typeof reportMachine>

/** Loads options with the cache of the session. */
const useOptionsLoader = createSessionHook(createOptionsLoader)

/** Marks the history entries that this screen wrote itself. */
const OWN = { writtenBy: 'report' } as const
export const isOwn = (state: unknown): boolean =>
  (state as Partial<typeof OWN> | null | undefined)?.writtenBy === OWN.writtenBy

/** Returns the part of a query that says which columns a table shows, in which order and widths. */
const pickColumns = (search: string | URLSearchParams): string =>
  String(
    new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => /^col|^ord|^wid/.test(name))),
  )

/** Parses an address. One that says nothing of columns has those that the user chose last in this screen. */
const parseAddress = (search: string, { selectors }: ReportPlan, key: string): UrlState => {
  const kept = pickColumns(search) ? '' : pickColumns(storedValues.get(key) ?? '')
  return parseUrlState(new URLSearchParams(`${search}&${kept}`), selectors)
}

/** Runs the machine of one plan and connects it to the URL and the API. */
export const useReport = (report: Report, plan: ReportPlan): ReportActor => {
  const api = useApi()
  const { username } = useSession()
  const { appName } = getSettings()
  const location = useLocation()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const { load: loadOptions, remember } = useOptionsLoader()
  const machine = useMemo(() => {
    const exporter = { user: username, product: appName, tab: formatScreenName(report, plan) }
    const actors = createReportServices(api, loadOptions, exporter, report)
    return reportMachine.provide({ actors, guards: { isOffline: () => !navigator.onLine } })
  }, [api, loadOptions, username, appName, report, plan])
  const key = `columns:${username}:${plan.key}`
  const [urlState] = useState(() => parseAddress(location.search, plan, key))
  const actor = useActorRef(machine, { input: { plan, urlState, search: location.search } })

  useEffect(() => {
    const subscription = actor.subscribe(({ context }) => remember(plan, context.selection))
    // What could not be loaded without a network is loaded with it.
    const reload = () => actor.send({ type: 'options.retried' })
    addEventListener('online', reload)
    return () => {
      subscription.unsubscribe()
      removeEventListener('online', reload)
    }
  }, [actor, plan, remember])

  /** The columns of the address that was written last; null until one that was opened is. */
  const columns = useRef<string | null>(null)
  const search = useRef(location.search)
  useEffect(() => {
    const written = actor.on('url.written', ({ urlState: next, history }) => {
      const query = String(formatUrlState(next, getRouteParams(report, plan)))
      const chosen = pickColumns(query)
      if ((columns.current ?? chosen) !== chosen) storedValues.set(key, chosen)
      columns.current = chosen
      if (String(new URLSearchParams(search.current)) === query) return
      search.current = query && `?${query}`
      void navigate({ search: search.current }, { replace: history === 'replace', state: OWN })
    })
    return () => written.unsubscribe()
  }, [actor, navigate, report, plan, key])

  const seen = useRef(location.key)
  useEffect(() => {
    // Back can be quicker than the entry that was written last is rendered: then this is the entry before it, again.
    if (seen.current === location.key && search.current === location.search) return
    seen.current = location.key
    if (navigationType !== NavigationType.Pop && isOwn(location.state)) return
    search.current = location.search
    const next = parseAddress(location.search, plan, key)
    columns.current = null
    actor.send({ type: 'url.changed', urlState: next, search: location.search })
  }, [actor, location, navigationType, plan, key])

  return actor
}

/** Returns the message of the banner; each one is a new object. */
export const useMessage = (actor: ReportActor): Message | null => {
  const banner = useSelector(actor, ({ children }) => children.banner)
  return useSelector(banner, (snapshot) => snapshot?.context.message ?? null)
}

/** Contains what the tabs and variants of a report share: what is chosen, the view, and how the table is arranged. */
export type ScreenChoice = Pick<UrlState, 'selection' | 'compare' | 'view' | 'arrangement'>
