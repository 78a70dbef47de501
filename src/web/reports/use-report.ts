import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import { useApi } from '../api/api-context.ts'
import { parseUrlState, formatUrlState } from '../../report/url-state.ts'
import type { Report, ReportPlan } from '../../report/plan.ts'
import type { Message } from '../machines/banner-machine.ts'
import { reportMachine } from '../machines/report-machine.ts'
import { useLogger } from '../contexts/logger-context.ts'
import { createReportServices } from './report-services.ts'
import { parseRouteParams } from './route-params.ts'
import { useOptions } from './use-options.ts'

export type ReportActor = ActorRefFrom<typeof reportMachine>

/** Marks an entry of the history that this screen wrote itself. */
const OWN = { writtenBy: 'report' } as const
const isOwn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'writtenBy' in state && state.writtenBy === OWN.writtenBy

/** Runs the machine of one plan, joined to the address, the API and the lists of options. */
export const useReport = (report: Report, plan: ReportPlan): ReportActor => {
  const api = useApi()
  const logger = useLogger()
  const location = useLocation()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const options = useOptions(plan)
  const machine = useMemo(
    () => reportMachine.provide({ actors: createReportServices(api, logger) }),
    [api, logger],
  )
  const [address] = useState(() => parseUrlState(new URLSearchParams(location.search), plan.selectors))
  const actor = useActorRef(machine, { input: { plan, address } })

  useEffect(() => {
    if (options !== null) actor.send({ type: 'options.ready', options })
  }, [actor, options])

  const search = useRef(location.search)
  useEffect(() => {
    const written = actor.on('address.written', ({ address: next, history }) => {
      const query = formatUrlState(next, parseRouteParams(report, plan)).toString()
      const isSame = new URLSearchParams(search.current).toString() === query
      if (isSame) return
      search.current = query === '' ? '' : `?${query}`
      void navigate({ search: search.current }, { replace: history === 'replace', state: OWN })
    })
    return () => written.unsubscribe()
  }, [actor, navigate, report, plan])

  const seen = useRef(location.key)
  useEffect(() => {
    if (seen.current === location.key) return
    seen.current = location.key
    if (navigationType !== NavigationType.Pop && isOwn(location.state)) return
    search.current = location.search
    const next = parseUrlState(new URLSearchParams(location.search), plan.selectors)
    actor.send({ type: 'address.changed', address: next })
  }, [actor, location, navigationType, plan])

  return actor
}

/** The message in the banner; a new object each time one is shown. */
export const useMessage = (actor: ReportActor): Message | null => {
  const banner = useSelector(actor, ({ children }) => children.banner)
  return useSelector(banner, (snapshot) => snapshot?.context.message ?? null)
}
