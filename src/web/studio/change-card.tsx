import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DraftEffects } from '../../../schemas/api/definitions.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { Card } from '../kit/card.tsx'
import type { DraftScreen } from './draft-checks.ts'

const Answer = z.object({ records: DraftEffects })

type Props = {
  readonly screen: DraftScreen
  /** Whether the draft has errors, so that the screen is that of an earlier text. */
  readonly hasErrors: boolean
}

/** What a draft changes: for readers, for who may open it, and for views and schedules that people have. */
export const ChangeCard = ({ screen, hasErrors }: Props) => (
  <Card title="Difference to the report that runs">
    {hasErrors ? (
      <p className="text-soft">Not compared: the draft has errors.</p>
    ) : (
      <Changes screen={screen} />
    )}
  </Card>
)

const Changes = ({ screen }: Pick<Props, 'screen'>) => {
  const api = useApi()
  const body = { drafts: screen.drafts, path: screen.path }
  const { data: effects, isError } = useQuery({
    queryKey: ['draft-effects', body],
    queryFn: async ({ signal }) =>
      (await api.post('/v1/definitions/effects', { body, schema: Answer, signal })).records,
  })
  const nothing = isError ? 'The server could not say.' : 'Looking...'
  return (
    <div className="flex flex-col gap-3">
      <Lines lines={screen.changes} none="Nothing changes for readers." />
      <h3 className="font-medium">Who gains or loses access</h3>
      <Lines lines={effects ? effects.access : []} none={effects ? 'Nobody.' : nothing} />
      <h3 className="font-medium">Views and schedules that break</h3>
      <Lines lines={effects ? effects.broken : []} none={effects ? 'None.' : nothing} />
    </div>
  )
}

const Lines = ({ lines, none }: { readonly lines: readonly string[]; readonly none: string }) =>
  lines.length === 0 ? (
    <p className="text-soft">{none}</p>
  ) : (
    <ul className="flex flex-col gap-1 text-sm">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
