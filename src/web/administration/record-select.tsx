import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { SelectField, type SelectOption } from '../components/select-field.tsx'
import type { AllRecords } from './use-all-records.ts'

type Props<R> = {
  readonly label: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly records: AllRecords<R>
  readonly getName: (record: R) => string
  readonly placeholder: string
  readonly placeholderValue?: string
  /** Shown as a disabled entry if there are no records. */
  readonly none?: string
  readonly error?: string | undefined
  /** Shown if the records could not be loaded. */
  readonly failure: string
  readonly disabled?: boolean
  readonly className?: string
}

const NONE = 'none'

/** A dropdown of all records. */
export const RecordSelect = <R extends { readonly id: number }>({
  records,
  getName,
  none,
  error,
  failure,
  className,
  ...select
}: Props<R>) => {
  const options: SelectOption[] = records.records.map((record) => ({
    value: String(record.id),
    label: getName(record),
  }))
  const isEmpty = records.status === 'success' && options.length === 0
  if (isEmpty && none !== undefined) options.push({ value: NONE, label: none, disabled: true })
  const hasFailed = records.status === 'error'
  return (
    <div className={classNames('flex items-start gap-2', className)}>
      <SelectField
        {...select}
        options={options}
        error={hasFailed ? failure : error}
        className="min-w-0 flex-1"
        aria-busy={records.status === 'pending' || undefined}
      />
      {hasFailed && (
        <Button className="mt-6" onClick={records.retry}>
          Retry
        </Button>
      )}
    </div>
  )
}
