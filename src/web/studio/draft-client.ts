import * as z from 'zod/mini'
import { DraftAnswer, type DefinitionText, type DraftCall } from '../../../schemas/api/definitions.ts'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { type Client, createDataMethods, type Send } from '../api/client.ts'
import { ApiError } from '../api/read-response.ts'
import { NOTES } from '../report/notes/load-notes.ts'
import { multiplySeries } from './many-series.ts'

/** A state of a report screen that a preview can show on demand. */
export type PreviewState = 'records' | 'loading' | 'empty' | 'error' | 'many'

interface Options extends Pick<DraftCall, 'records' | 'path' | 'file'> {
  readonly drafts: readonly DefinitionText[]
  readonly state: PreviewState
  /** The plans whose records are shown. */
  readonly plans: readonly ReportPlan[]
}

const Answer = z.object({ records: DraftAnswer })

/** Creates a client whose calls are answered for a draft: by the server's engine, over demo or stored records. */
export function createDraftClient(api: Client, { state, plans, ...draft }: Options): Client {
  const send: Send = async (method, path, { query = {}, signal, schema } = {}) => {
    if (method !== 'GET') throw new ApiError({ kind: 'rejected', message: 'A preview changes nothing.' })
    if (path === NOTES) return { data: { records: [], totalCount: 0 } as never, status: 200, etag: null }
    const isData = schema === (ReportEnvelope as unknown)
    if (isData && state === 'loading') await new Promise(() => undefined)
    if (isData && state === 'error') {
      const message = 'An example of an error.'
      throw new ApiError({ kind: 'rejected', message, serverMessage: message })
    }
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) search.append(name, String(value))
    }
    const call = search.size === 0 ? path : `${path}?${search.toString()}`
    const answer = await api.post('/v1/definitions/answers', {
      body: { ...draft, call },
      schema: Answer,
      ...(signal && { signal }),
    })
    const body: unknown = JSON.parse(answer.records.body)
    const shown = isData ? plans.reduce((changed, plan) => changeRecords(changed, plan, state), body) : body
    const parsed = schema?.safeParse(shown)
    if (parsed?.success === false)
      throw new ApiError({ kind: 'invalid-response', message: 'The answer has another form.' })
    return { data: (parsed === undefined ? shown : parsed.data) as never, status: 200, etag: null }
  }
  const download = () =>
    Promise.reject(new ApiError({ kind: 'rejected', message: 'A preview has no file of the server.' }))
  return { ...createDataMethods(send), download }
}

/** Changes the records of a response to those of a state. */
function changeRecords(body: unknown, plan: ReportPlan, state: PreviewState): unknown {
  if (state !== 'empty' && state !== 'many') return body
  const change = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (Array.isArray(value) && key === undefined) return state === 'empty' ? [] : multiplySeries(value, plan)
    if (typeof value !== 'object' || value === null || key === undefined) return value
    return { ...value, [key]: change(Object.entries(value).find(([name]) => name === key)?.[1], rest) }
  }
  return change(body, plan.data.recordsPath)
}
