import { useSelector } from '@xstate/react'
import { listOffered, missingSelectors, requiredMessage } from '../../report/selection.ts'
import { getSelectorKind } from '../../report/selectors.ts'
import type { Message } from '../machines/banner-machine.ts'
import { Button } from '../components/button.tsx'
import { DateField } from '../components/date-field.tsx'
import { SelectField } from '../components/select-field.tsx'
import type { ReportActor } from './use-report.ts'

type Props = { readonly actor: ReportActor; readonly message: Message | null }

/** The selectors in the order of the definition, then the buttons. */
export const FilterForm = ({ actor, message }: Props) => {
  const { plan, options, selection, visibleView } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isDownloading = useSelector(actor, (snapshot) => snapshot.matches({ download: 'running' }))
  const isRequiredShown = message !== null && message.text === requiredMessage(plan, selection)
  const missing = new Set(isRequiredShown ? missingSelectors(plan, selection).map(({ name }) => name) : [])
  const offered = options === null ? {} : listOffered(plan, options, selection)
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3 print:hidden max-md:flex-col max-md:items-stretch"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'form.submitted' })
      }}
    >
      {plan.selectors.map((selector) => {
        const { name, label, prompt } = selector
        const field = {
          label: prompt,
          value: selection[name] ?? '',
          disabled: options === null,
          error: missing.has(name) ? 'Required' : undefined,
          onChange: (value: string) => actor.send({ type: 'selection.changed', name, value }),
          className: 'md:w-44',
        }
        return getSelectorKind(selector).control === 'day' ? (
          <DateField key={name} {...field} />
        ) : (
          <SelectField
            key={name}
            {...field}
            options={offered[name] ?? []}
            placeholder={options === null ? 'Loading...' : `Select ${label.toLowerCase()}`}
          />
        )
      })}
      <div className="flex flex-wrap gap-2 md:pt-6 max-md:grid max-md:grid-cols-1">
        <Button type="submit" variant="primary" busy={isBusy} disabled={options === null}>
          {isBusy ? 'Loading...' : 'Submit'}
        </Button>
        {plan.chart.types.length > 0 && (
          <Button disabled={options === null} onClick={() => actor.send({ type: 'chart.toggled' })}>
            {visibleView === 'chart' ? 'Hide Chart' : 'View Chart'}
          </Button>
        )}
        {plan.download !== null && (
          <Button
            busy={isDownloading}
            disabled={options === null}
            onClick={() => actor.send({ type: 'download.requested' })}
          >
            Download
          </Button>
        )}
      </div>
    </form>
  )
}
