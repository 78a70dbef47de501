import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Report } from '../../report/model/report-plan.ts'
import { formatAdded, listAddable, listAdditions } from '../../report/table/added-columns.ts'
import { describePart, formatBeside, listTabsBeside } from '../../report/table/arrange-table.ts'
import { canLimit, findLimit, formatLimit, LEAST_LIMIT, limitsRows } from '../../report/table/limit-table.ts'
import { Button } from '../kit/button.tsx'
import { FormDialog, requireText, useFieldErrors } from '../kit/form-dialog.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { type ArrangedProps, useArrangedTable } from './use-arranged-table.ts'
import type { ReportActor } from './use-report.ts'

/** Opens the dialogs that add columns to a table, or limit it; nothing for a table without numbers. */
const AddColumn = (props: ArrangedProps) => {
  const { table } = props.loaded
  const [opened, open] = useState<'add' | 'limit' | null>(null)
  const report = useArrangedTable(props)
  const isLimited = useSelector(props.actor, ({ context }) => findLimit(context.arrangement.added) !== null)
  const shown = { ...props, report, onClose: () => open(null) }
  if (table.rows.length === 0 || listAddable(table).length === 0) return null
  return (
    <>
      <Button variant="quiet" size="small" data-screen-only onClick={() => open('add')}>
        Add column
      </Button>
      {(isLimited || canLimit(table, LEAST_LIMIT)) && (
        <Button variant="quiet" size="small" data-screen-only onClick={() => open('limit')}>
          Limit
        </Button>
      )}
      {opened === 'add' && <AddDialog {...shown} />}
      {opened === 'limit' && <LimitDialog {...shown} />}
    </>
  )
}

export default AddColumn

type DialogProps = ArrangedProps & { readonly report: Report | null; readonly onClose: () => void }

function useAdded(actor: ReportActor) {
  const arrangement = useSelector(actor, ({ context }) => context.arrangement)
  const arrange = (added: readonly string[]) =>
    actor.send({ type: 'table.arranged', arrangement: { ...arrangement, added } })
  return { added: arrangement.added, arrange }
}

const BESIDE = 'beside:'

const AddDialog = ({ actor, loaded: { table }, report, onClose }: DialogProps) => {
  const { added, arrange } = useAdded(actor)
  const columns = listAddable(table)
  const [label, setLabel] = useState(
    (columns.find(({ role }) => role === 'total') ?? columns[0])?.label ?? '',
  )
  const [chosen, setChosen] = useState('')
  const column = columns.find((candidate) => candidate.label === label)
  const { plan } = actor.getSnapshot().context
  const tabs = report === null ? [] : listTabsBeside(report, plan, label)
  const offered = [
    ...(column === undefined ? [] : listAdditions(table, column)),
    ...tabs.map((tab) => ({ value: `${BESIDE}${tab.id}`, label: `${tab.label}, and net` })),
  ]
  const kind = offered.find(({ value }) => value === chosen)?.value ?? offered[0]?.value ?? ''
  const fields = useFieldErrors({ kind: requireText(kind, 'Nothing can be added to this column.') })
  const add = async () => {
    const isBeside = kind.startsWith(BESIDE)
    const text = isBeside ? formatBeside(kind.slice(BESIDE.length), label) : formatAdded(kind, label)
    if (!added.includes(text)) arrange([...added, text])
    onClose()
  }
  return (
    <FormDialog title="Add column" submitLabel="Add" onClose={onClose} onSubmit={add} fields={fields}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Of"
          value={label}
          options={[
            ...columns.map((choice) => ({ value: choice.label, label: choice.label })),
            ...(report !== null && listTabsBeside(report, plan, ALL).length > 0
              ? [{ value: ALL, label: 'All columns' }]
              : []),
          ]}
          onChange={setLabel}
        />
        <SelectField
          label="What"
          error={fields.shown.kind}
          value={kind}
          options={offered}
          onChange={setChosen}
        />
      </div>
      {added.length > 0 && (
        <ul aria-label="Added columns" className="flex flex-col gap-1">
          {added.map((text) => {
            const name = describePart(text, report?.tabs?.items ?? [])
            const remove = () => arrange(added.filter((part) => part !== text))
            return (
              <li key={text} className="flex items-center justify-between gap-2">
                <span className="min-w-0 break-words">{name}</span>
                <Button size="small" variant="quiet" aria-label={`Remove ${name}`} onClick={remove}>
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <p className="text-sm text-soft">The copied link, the workbook and mails have it too.</p>
    </FormDialog>
  )
}

const ALL = ''

const LimitDialog = ({ actor, loaded: { table }, onClose }: DialogProps) => {
  const { added, arrange } = useAdded(actor)
  const limit = findLimit(added)
  const base = table.arranged?.base ?? table
  const columns = listAddable(base)
  const [count, setCount] = useState(String(limit?.count ?? (canLimit(base, 5) ? 5 : LEAST_LIMIT)))
  const [label, setLabel] = useState(limit?.label || (columns[0]?.label ?? ''))
  const isOfRows = limitsRows(base)
  const isCount = count === '' || (/^\d{1,3}$/.test(count) && Number(count) > 0)
  const fields = useFieldErrors({ count: isCount ? undefined : 'Write a number from 1 to 999.' })
  const save = async () => {
    const others = added.filter((text) => findLimit([text]) === null)
    const texts = count === '' ? [] : [formatLimit(Number(count), isOfRows ? label : '')]
    arrange([...others, ...texts])
    onClose()
  }
  return (
    <FormDialog title="Limit" submitLabel="Show" onClose={onClose} onSubmit={save} fields={fields}>
      <div className="grid gap-3">
        <TextField
          label={isOfRows ? 'Rows' : 'Columns'}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={setCount}
          hint="How many of the largest are shown. The others are combined; empty shows all."
          error={fields.shown.count}
        />
        {isOfRows && (
          <SelectField
            label="By"
            value={label}
            options={columns.map((choice) => ({ value: choice.label, label: choice.label }))}
            onChange={setLabel}
          />
        )}
      </div>
      <p className="text-sm text-soft">
        Totals count all. The copied link, the workbook and mails have it too.
      </p>
    </FormDialog>
  )
}
