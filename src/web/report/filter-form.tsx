import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense } from 'react'
import {
  compareLabels,
  listCompare,
  type ReportPlan,
  type Selection,
  type SelectorPlan,
} from '../../report/model/report-plan.ts'
import { isDependent } from '../../report/selection/options.ts'
import {
  findValueError,
  listOffered,
  missingSelectors,
  requiredMessage,
} from '../../report/selection/selection.ts'
import { getSelectorKind } from '../../report/selection/selector-kinds.ts'
import type { Message } from '../machines/banner-machine.ts'
import { Button } from '../kit/button.tsx'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { SelectField } from '../kit/select-field.tsx'
import type { ReportActor } from './use-report.ts'

const rareField = lazyWithPreload(() => import('./rare-field.tsx'))

/** Finds the label of a selector that has to be chosen before this one; null for none. */
const findUnchosen = (plan: ReportPlan, { options }: SelectorPlan, selection: Selection): string | null => {
  if (!('url' in options)) return null
  const unchosen = options.dependsOn.find((name) => (selection[name] ?? '') === '')
  return plan.selectors.find(({ name }) => name === unchosen)?.label ?? null
}

/** Selectors are as wide as on a form, or as the buttons beside them allow, or two in a row; a last one fills its row. */
const WIDTH = 'md:w-40 xl:w-44 max-md:grow max-md:basis-28 max-[30rem]:basis-[40%]'

type Props = {
  readonly actor: ReportActor
  readonly message: Message | null
  readonly children: ReactNode
}

/** Shows the selectors in the order of the definition, then the buttons. */
export const FilterForm = ({ actor, message, children }: Props) => {
  const snapshot = useSelector(actor, (current) => current)
  const { plan, options, failed, notices, selection, compare, loaded, visibleView } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const isResolving = snapshot.matches({ data: 'resolving' })
  const isReady = options !== null && !isResolving
  const isRequiredShown = message !== null && message.text === requiredMessage(plan, selection)
  const missing = new Set(isRequiredShown ? missingSelectors(plan, selection).map(({ name }) => name) : [])
  const offered = options === null ? {} : listOffered(plan, options, selection)
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'form.submitted' })
      }}
    >
      {plan.selectors.map((selector) => {
        const { name, label, prompt, unit } = selector
        const unchosen = findUnchosen(plan, selector, selection)
        const isReplaced = isResolving && isDependent(selector)
        const isLoading = options === null || isReplaced
        const field = {
          label: prompt,
          value: selection[name] ?? '',
          disabled: isLoading || unchosen !== null,
          error: missing.has(name) ? 'Required' : (findValueError(selector, selection) ?? undefined),
          notice: notices[name],
          onChange: (value: string) => actor.send({ type: 'selection.changed', name, value }),
          className: WIDTH,
          options: offered[name] ?? [],
          placeholder: isLoading
            ? 'Loading...'
            : selector.required
              ? `${unchosen === null ? 'Select' : 'First choose'} ${(unchosen ?? label).toLowerCase()}`
              : 'All',
          onRetry:
            failed.includes(name) && !isLoading ? () => actor.send({ type: 'options.retried' }) : undefined,
        }
        const { control } = getSelectorKind(selector)
        if (control === 'list') {
          // The key Tab reaches a list that is still empty.
          return <SelectField key={name} {...field} disabled={isReplaced || unchosen !== null} />
        }
        return (
          <Suspense key={name} fallback={<div className={WIDTH} />}>
            <rareField.Component {...field} {...{ control, unit }} />
          </Suspense>
        )
      })}
      {plan.compare.length > 0 && (
        <SelectField
          label="Compare"
          placeholder="None"
          value={compare ?? ''}
          disabled={!isReady}
          options={listCompare(plan).map((value) => ({ value, label: compareLabels[value] }))}
          notice={loaded?.problem ?? undefined}
          onChange={(value) => actor.send({ type: 'compare.changed', compare: value })}
          className={WIDTH}
        />
      )}
      <div className="flex flex-wrap gap-2 lg:pt-6 max-lg:self-end max-[30rem]:basis-full max-[30rem]:*:grow">
        <Button type="submit" variant="primary" busy={isBusy} disabled={!isReady}>
          {isBusy ? 'Loading...' : 'Submit'}
        </Button>
        {plan.chart.types.length > 0 && (
          <Button disabled={!isReady} onClick={() => actor.send({ type: 'chart.toggled' })}>
            {visibleView === 'chart' ? 'Hide Chart' : 'View Chart'}
          </Button>
        )}
        {plan.download !== null && (
          <Button
            busy={snapshot.matches({ download: 'running' })}
            disabled={!isReady}
            onClick={() => actor.send({ type: 'download.requested' })}
          >
            Download
          </Button>
        )}
        {children}
      </div>
    </form>
  )
}
