import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DraftAnswer, type DraftCall } from '../../../schemas/api/definitions.ts'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { buildUrl, type Client, createDataMethods, type Send } from '../api/client.ts'
import { ApiError, readBody } from '../api/read-response.ts'
import { NOTES } from '../report/notes/load-notes.ts'
import { type Answers, findAnswer } from './foreign-answers.ts'
import { multiplySeries } from './many-series.ts'

export interface DraftOptions {
  readonly call: Omit<DraftCall, 'call'>
  /** What the answers follow from, besides the file of the call. */
  readonly asked: string
  /** The state that is shown on demand: `records`, `loading`, `empty`, `error` or `many`. */
  readonly state: string
  readonly plans: readonly ReportPlan[]
  /** What another API answers; null for the tables of the portal. */
  readonly answers: Answers | null
}

const Answer = z.object({ records: DraftAnswer })

/** Creates a client whose calls are answered for a draft: by the server's engine, over demo or stored records. */
export function createDraftClient(
  api: Client,
  cache: QueryClient,
  { call: { drafts, ...draft }, asked, state, plans, answers }: DraftOptions,
): Client {
  const ask = (call: string) =>
    cache.fetchQuery({
      queryKey: ['draft-answer', call, draft, asked],
      // Another title or format of the report changes no answer.
      staleTime: draft.records === 'demo' ? Infinity : 0,
      queryFn: async ({ signal }) => {
        const body = { ...draft, drafts, call }
        return (await api.post('/v1/definitions/answers', { body, schema: Answer, signal })).records.body
      },
    })
  const send: Send = async (method, path, { query, schema } = {}) => {
    if (method !== 'GET') throw new ApiError({ kind: 'rejected', message: 'A preview changes nothing.' })
    if (path === NOTES) return { data: { records: [], totalCount: 0 } as never, status: 200, etag: null }
    const isData = schema === (ReportEnvelope as unknown)
    if (isData && state === 'loading') await new Promise(() => undefined)
    if (isData && state === 'error') throw refuse('An example of an error.')
    const body = await parse(
      answers === null ? await ask(buildUrl('', path, query)) : findAnswer(answers, path),
    )
    const changedBody = isData
      ? plans.reduce((changed, plan) => changeRecords(changed, plan, state), body)
      : body
    const parsed = schema?.safeParse(changedBody)
    if (parsed?.success === false) throw refuse(ENVELOPE)
    return { data: (parsed === undefined ? changedBody : parsed.data) as never, status: 200, etag: null }
  }
  const download = () =>
    Promise.reject(new ApiError({ kind: 'rejected', message: 'A preview has no file of the server.' }))
  const rejectAnswer = (reason: string) => {
    const [plan] = plans
    throw refuse(plan === undefined ? reason : explainMisfit(plan, reason))
  }
  return { ...createDataMethods(send), download, rejectAnswer }
}

async function parse(text: string | undefined): Promise<unknown> {
  if (text === undefined) throw refuse('There is no example of this answer.')
  return readBody(new Response(text)).catch((error: unknown) => {
    throw error instanceof ApiError && error.kind === 'not-json' ? refuse('The answer is no JSON.') : error
  })
}

const ENVELOPE =
  'An answer is an object with "success": true or false. Its "message" is a text, if it has one.'

/** Adds to the reason why an answer does not fit its report which key of the definition decides. */
function explainMisfit({ data }: ReportPlan, reason: string): string {
  if (/^[^:]*\]\./.test(reason))
    return `${reason}. The keys "rows" and "columns" name the fields that are read.`
  const explain = (key: string, path: string, expected: string) =>
    `"data.${key}" says that the answer has a list of ${expected} at ${path}. ${reason}.`
  const [place = ''] = reason.split(/[:[]/)
  const records = data.recordsPath.join('.')
  if (records.startsWith(place)) return explain('recordsPath', records, 'records')
  return explain('listPaths', place, 'texts')
}

const refuse = (message: string) => new ApiError({ kind: 'rejected', message, serverMessage: message })

function changeRecords(body: unknown, plan: ReportPlan, state: string): unknown {
  if (state !== 'empty' && state !== 'many') return body
  const change = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (Array.isArray(value) && key === undefined) return state === 'empty' ? [] : multiplySeries(value, plan)
    if (typeof value !== 'object' || value === null || key === undefined) return value
    return { ...value, [key]: change(Object.entries(value).find(([name]) => name === key)?.[1], rest) }
  }
  return change(body, plan.data.recordsPath)
}
