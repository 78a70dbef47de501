import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import {
  addColumns,
  describeAdded,
  formatAdded,
  listAddable,
  listAdded,
  listAdditions,
} from '../../report/table/added-columns.ts'
import { Button } from '../kit/button.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { SelectField } from '../kit/select-field.tsx'
import type { LoadedReport } from '../machines/report-context.ts'
import type { ReportActor } from './use-report.ts'

type Props = { readonly actor: ReportActor; readonly loaded: LoadedReport }

/** Opens the dialog that adds a column to a table; nothing for a table without numbers. */
const AddColumn = (props: Props) => {
  const { actor, loaded } = props
  const { table, readAt } = loaded
  const [isOpen, setOpen] = useState(false)
  const added = useSelector(actor, ({ context }) => context.arrangement.added)
  useEffect(() => {
    const changed = addColumns(table, added)
    const isSame = listAdded(changed).join('\n') === listAdded(table).join('\n')
    if (!isSame) actor.send({ type: 'table.replaced', readAt, table: changed })
  }, [actor, table, readAt, added])
  if (table.rows.length === 0 || listAddable(table).length === 0) return null
  return (
    <>
      <Button variant="quiet" size="small" data-screen-only onClick={() => setOpen(true)}>
        Add column
      </Button>
      {isOpen && <AddDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

export default AddColumn

const AddDialog = ({ actor, loaded: { table }, onClose }: Props & { readonly onClose: () => void }) => {
  const arrangement = useSelector(actor, ({ context }) => context.arrangement)
  const { added } = arrangement
  const columns = listAddable(table)
  const [label, setLabel] = useState(
    (columns.find(({ role }) => role === 'total') ?? columns[0])?.label ?? '',
  )
  const [chosen, setChosen] = useState('')
  const column = columns.find((one) => one.label === label)
  const offered = column === undefined ? [] : listAdditions(table, column)
  const kind = offered.find(({ value }) => value === chosen)?.value ?? offered[0]?.value ?? ''
  const arrange = (next: readonly string[]) =>
    actor.send({ type: 'table.arranged', arrangement: { ...arrangement, added: next } })
  const add = async () => {
    const text = formatAdded(kind, label)
    if (!added.includes(text)) arrange([...added, text])
    onClose()
  }
  return (
    <FormDialog
      title="Add column"
      submitLabel="Add"
      onClose={onClose}
      onSubmit={add}
      isDisabled={kind === ''}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Of"
          value={label}
          options={columns.map((one) => ({ value: one.label, label: one.label }))}
          onChange={setLabel}
        />
        <SelectField label="What" value={kind} options={offered} onChange={setChosen} />
      </div>
      {added.length > 0 && (
        <ul aria-label="Added columns" className="flex flex-col gap-1">
          {added.map((text) => (
            <li key={text} className="flex items-center justify-between gap-2">
              <span className="min-w-0 break-words">{describeAdded(text)}</span>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Remove ${describeAdded(text)}`}
                onClick={() => arrange(added.filter((one) => one !== text))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-soft">
        The address, the workbook and the copied link have it too. Mails do not.
      </p>
    </FormDialog>
  )
}
