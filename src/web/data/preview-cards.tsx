import { useState } from 'react'
import type { ImportPreview } from '../../../schemas/api/imports.ts'
import { Card } from '../kit/card.tsx'
import { type RecordColumn, ResourceTable } from '../kit/resource-table.tsx'

type Props = { readonly preview: ImportPreview }

type QuestionProps = {
  readonly open: ImportPreview['questions']
  readonly read: Readonly<Record<string, string>>
  readonly onRead: (read: Readonly<Record<string, string>>) => void
}

const withIds = <R extends object>(records: readonly R[]) => records.map((record, id) => ({ ...record, id }))

const format = (count: number): string => count.toLocaleString('en')

/** Formats an amount as tables do; a text stays as it is. */
const formatValue = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text).toLocaleString('en', { maximumFractionDigits: 10 }) : text

type Column = ImportPreview['columns'][number] & { readonly id: number }

const profileColumns: readonly RecordColumn<Column>[] = [
  { header: 'Column', cell: ({ heading }) => heading },
  { header: 'Read as', cell: ({ readAs }) => readAs },
  { header: 'Examples', cell: ({ examples }) => examples },
  { header: 'Blank', cell: ({ blank }) => format(blank), className: 'text-right' },
  { header: 'Smallest', cell: ({ smallest }) => smallest, className: 'text-right' },
  { header: 'Largest', cell: ({ largest }) => largest, className: 'text-right' },
  { header: 'Distinct', cell: ({ distinct }) => format(distinct), className: 'text-right' },
]

export const ProfileCard = ({ preview: { columns } }: Props) => (
  <Card title="What the file contains" flush>
    <ResourceTable
      isStill
      label="What the file contains"
      columns={profileColumns}
      records={withIds(columns)}
    />
  </Card>
)

/**
 * Shows what can be read in several ways: each reading is a choice, with the key that would remember it. An answered question
 * stays, so that one can choose differently.
 */
export const QuestionsCard = ({ open, read, onRead }: QuestionProps) => {
  const [asked, setAsked] = useState(open)
  const isOpen = new Set(open.map(({ key }) => key))
  const kept = asked.filter(({ key }) => read[key] !== undefined || isOpen.has(key))
  const questions = [...new Map([...kept, ...open].map((question) => [question.key, question])).values()]
  if (questions.length === 0) return null
  const choose = (key: string, value: string) => {
    setAsked(questions)
    onRead({ ...read, [key]: value })
  }
  return (
    <Card title="What can be read in several ways">
      <div className="flex flex-col gap-5">
        {questions.map(({ key, place, options }) => (
          <fieldset key={key} className="flex min-w-0 flex-col gap-2">
            <legend className="mb-2 font-medium wrap-anywhere">{place}</legend>
            <div className="grid gap-2 md:auto-cols-fr md:grid-flow-col">
              {options.map(({ value, meaning, remembered }) => (
                <label
                  key={value}
                  className="flex min-w-0 cursor-pointer items-start gap-2 rounded-control border p-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-tint"
                >
                  <input
                    type="radio"
                    name={key}
                    value={value}
                    checked={read[key] === value}
                    onChange={() => choose(key, value)}
                    className="mt-0.5 accent-accent"
                  />
                  <span className="min-w-0 wrap-anywhere">
                    {meaning}
                    {remembered !== '' && (
                      <span className="block text-xs text-faint">
                        {'To be asked no more, add to the definition: '}
                        <code>{remembered}</code>
                      </span>
                    )}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Card>
  )
}

type Change = NonNullable<ImportPreview['difference']>['largest'][number] & { readonly id: number }

const changeColumns: readonly RecordColumn<Change>[] = [
  { header: 'Record', cell: ({ record }) => record },
  { header: 'Field', cell: ({ field }) => field },
  { header: 'Stored', cell: ({ was }) => formatValue(was), className: 'text-right tabular-nums' },
  { header: 'In the file', cell: ({ is }) => formatValue(is), className: 'text-right tabular-nums' },
]

const COUNTS = [
  ['added', 'Added'],
  ['replaced', 'Changed'],
  ['removed', 'Removed'],
  ['unchanged', 'Unchanged'],
] as const

export const DifferenceCard = ({ preview: { difference } }: Props) =>
  difference !== null && (
    <Card title="The difference to what is stored" flush>
      <dl className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-4">
        {COUNTS.map(([name, label]) => (
          <div key={name}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{format(difference[name])}</dd>
          </div>
        ))}
      </dl>
      {difference.largest.length > 0 && (
        <>
          <h3 className="border-t px-4 py-2 text-sm font-medium text-soft">The largest changes</h3>
          <ResourceTable
            isStill
            label="The largest changes"
            columns={changeColumns}
            records={withIds(difference.largest)}
          />
        </>
      )}
    </Card>
  )

/** Shows what is wrong with the file, with its rows and columns, and what people should know of it. */
export const MessagesCard = ({ preview: { errors, errorCount, remarks, difference } }: Props) => {
  const isConflict = (difference?.conflicts ?? 0) > 0
  return (
    <>
      {errors.length > 0 && (
        <Card
          title={`${format(errorCount)} ${errorCount === 1 ? 'error' : 'errors'}: nothing can be imported`}
        >
          {isConflict && <p className="pb-2">To change what is stored, choose a period in Replace.</p>}
          <MessageList lines={errors} />
        </Card>
      )}
      {remarks.length > 0 && (
        <Card title="Notes">
          <MessageList lines={remarks} />
        </Card>
      )}
    </>
  )
}

const MessageList = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className="flex list-disc flex-col gap-1 pl-5 wrap-anywhere">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
