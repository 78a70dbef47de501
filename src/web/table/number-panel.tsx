import { useState } from 'react'
import { getRowId, getRowName, type ReportTable } from '../../report/model/report-table.ts'
import { explainNumber } from '../../report/table/explain-number.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/select-field.tsx'

export interface AskedNumber {
  readonly column: number
  readonly row: string | null
}

type Props = {
  readonly table: ReportTable
  readonly period: string
  readonly asked: AskedNumber
  readonly onClose: () => void
}

/** Says what a number is: its expression in words, its operands, and its records. */
const NumberPanel = ({ table, period, asked, onClose }: Props) => {
  const { rows, total } = table
  const options = rows.map((listed) => ({ value: getRowId(listed), label: getRowName(listed) }))
  const [chosen, setChosen] = useState(asked.row ?? (total === null ? (options[0]?.value ?? '') : ''))
  const row = rows.find((listed) => getRowId(listed) === chosen) ?? null
  const explanation = explainNumber(table, asked.column, row, period)
  if (explanation === null) return null
  const { label, words, value, operands, records } = explanation
  return (
    <Dialog title="What is this number?" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <SelectField
        label={table.keyLabel}
        value={chosen}
        onChange={setChosen}
        options={options}
        {...(total !== null && { placeholder: total.label })}
      />
      <p className="text-sm" aria-live="polite">
        <strong className="block font-semibold">
          {label}: {value}
        </strong>
        {words}.
      </p>
      {operands.length > 0 && (
        <dl className="grid max-h-64 grid-cols-[1fr_auto] gap-x-4 gap-y-1 overflow-y-auto text-sm">
          {operands.map((operand, index) => (
            <div key={index} className="contents">
              <dt className="text-soft">{operand.label}</dt>
              <dd className="text-right tabular-nums">{operand.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-sm text-soft">{records}</p>
    </Dialog>
  )
}

export default NumberPanel
