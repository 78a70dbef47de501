import type { ImportTable } from '../../../schemas/api/imports.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { AppliedField } from './applied-field.tsx'
import { FileDrop } from './file-drop.tsx'
import { DifferenceCard, MessagesCard, ProfileCard, QuestionsCard } from './preview-cards.tsx'
import type { Import, ImportForm as Form } from './use-import.ts'

type Props = { readonly tables: readonly ImportTable[]; readonly importing: Import }

/** Shows the import of a file: what it lacks, contains and changes, and the button that imports it. */
export const ImportForm = ({ tables, importing }: Props) => {
  const { form, preview, progress, failure, chooser, change, cancel, submit } = importing
  const { difference = null, errors = [] } = preview ?? {}
  const changes = difference === null ? 0 : difference.added + difference.replaced + difference.removed
  const isReady = changes > 0 && errors.length === 0
  const open = preview?.questions.filter(({ key }) => form.read[key] === undefined).length ?? 0
  return (
    <>
      <Card title="Import a file">
        <div className="flex flex-col gap-4">
          <SelectField
            label="Table"
            className="md:w-80"
            placeholder="Choose a table"
            value={form.dataset}
            options={tables.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(dataset) => change({ dataset })}
          />
          <FileDrop
            name={form.file?.name ?? ''}
            limit="50 MB"
            chooser={chooser}
            onChoose={(file) => change({ file })}
          />
          {form.file !== null && failure !== null && <p className="text-sm text-bad">{failure}</p>}
          {progress !== null && <Progress part={progress} name={form.file?.name ?? ''} />}
          {form.file !== null && <Options tables={tables} importing={importing} />}
        </div>
      </Card>
      {preview !== null && <MessagesCard preview={preview} />}
      <QuestionsCard open={preview?.questions ?? []} read={form.read} onRead={(read) => change({ read })} />
      {preview !== null && (
        <>
          <DifferenceCard preview={preview} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant="primary"
              busy={progress !== null}
              disabled={!isReady}
              onClick={() => void submit()}
            >
              Import
            </Button>
            <Button onClick={cancel}>Cancel</Button>
            <output className="text-soft">
              {describeState(open, errors.length, difference !== null && changes === 0)}
            </output>
          </div>
          {preview.columns.length > 0 && <ProfileCard preview={preview} />}
        </>
      )}
    </>
  )
}

const describeState = (questions: number, errors: number, isSame: boolean): string => {
  if (questions > 0) return 'Choose a reading for each question above.'
  if (errors > 0) return 'Correct the file and choose it again.'
  return isSame ? 'The file changes nothing.' : ''
}

/** Shows how much of the file was sent; without a value while the server reads it. */
const Progress = ({ part, name }: { readonly part: number; readonly name: string }) => (
  <div className="flex flex-wrap items-center gap-3 text-sm text-soft">
    <progress aria-label="Progress" className="w-60 accent-accent" {...(part < 1 && { value: part })} />
    <output className="min-w-0 wrap-anywhere">
      {part < 1 ? `Sending ${name}, ${Math.floor(part * 100)} %` : `Reading ${name} …`}
    </output>
  </div>
)

type Part = Partial<Form>

const FURTHER =
  'Choices that an error names. Two of them: blank=NA,- says that NA and - are no amount; repeated=add adds up rows of one record.'

const Options = ({ tables, importing: { form, preview, change } }: Props) => {
  const table = tables.find(({ id }) => id === form.dataset)
  const spans = preview?.spans ?? []
  const isWorkbook = form.file?.name.toLowerCase().endsWith('.xlsx') ?? false
  const typed = (
    label: string,
    placeholder: string,
    value: string,
    part: (text: string) => Part,
    hint?: string,
  ) => (
    <AppliedField
      key={label}
      label={label}
      hint={hint}
      placeholder={placeholder}
      value={value}
      onChange={(text) => change(part(text))}
    />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {table?.dimensions.map(({ id, values }) => {
        const label = id.charAt(0).toUpperCase() + id.slice(1)
        const value = form.values[id] ?? ''
        const choose = (text: string) => ({ values: { ...form.values, [id]: text } })
        if (values === null) return typed(label, 'As in the file', value, choose)
        return (
          <SelectField
            key={label}
            label={label}
            placeholder="As in the file"
            value={value}
            options={values.map((name) => ({ value: name, label: name }))}
            onChange={(text) => change(choose(text))}
          />
        )
      })}
      {table?.period &&
        typed(
          'Period',
          `If the file has no ${table.period.noun}: ${table.period.example}`,
          form.period,
          (period) => ({ period }),
        )}
      {isWorkbook && typed('Sheet', 'If several have data', form.sheet, (sheet) => ({ sheet }))}
      <SelectField
        label="Replace"
        placeholder="Nothing: add records only"
        value={form.replace}
        options={[...new Set([...(form.replace === '' ? [] : [form.replace]), ...spans])].map((span) => ({
          value: span,
          label: span === 'all' ? 'All records' : `All of ${span}`,
        }))}
        onChange={(replace) => change({ replace })}
      />
      {typed('Further choices', 'None', form.more, (more) => ({ more }), FURTHER)}
    </div>
  )
}
