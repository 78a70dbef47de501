import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DraftEffects } from '../../../schemas/api/definitions.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { Card } from '../kit/card.tsx'
import type { DraftScreen } from './draft-checks.ts'

const Answer = z.object({ records: DraftEffects })

type Props = {
  readonly screen: DraftScreen | null
  readonly isChecking: boolean
}

/** Shows what a draft changes: for readers, for who may open it, and for views, alerts and schedules that use it. */
export const ChangeCard = ({ screen, isChecking }: Props) => {
  const api = useApi()
  const body = { drafts: screen?.drafts, path: screen?.path }
  const { data, isError, isFetching } = useQuery({
    queryKey: ['draft-effects', body],
    // The preview first: it is what people look at.
    enabled: screen !== null && !isChecking,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.post('/v1/definitions/effects', { body, schema: Answer, signal })).records,
  })
  const pending = isError ? 'The server could not say.' : 'Looking...'
  return (
    <Card title="Difference to what runs" busy={isChecking || isFetching}>
      {screen === null ? (
        <p className="text-soft">Not compared: the draft has errors.</p>
      ) : (
        <div className="flex flex-col gap-1">
          <Lines lines={screen.changes} none="Nothing changes." />
          <h3 className="pt-3 font-medium">Who gains or loses access</h3>
          <Lines lines={data?.access ?? []} none={data ? 'Nobody.' : pending} />
          <h3 className="pt-3 font-medium">Views, alerts and schedules that break</h3>
          <Lines lines={data?.broken ?? []} none={data ? 'None.' : pending} />
        </div>
      )}
    </Card>
  )
}

const Lines = ({ lines, none }: { readonly lines: readonly string[]; readonly none: string }) =>
  lines.length === 0 ? (
    <p className="text-sm text-soft">{none}</p>
  ) : (
    <ul className="flex flex-col gap-1 text-sm">
      {lines.map((line, index) => (
        <li key={index} className="whitespace-pre-wrap">
          {line}
        </li>
      ))}
    </ul>
  )
