import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import type { Question } from './use-record-editor.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

/** The editable fields of a form. `show` formats a value for display. */
export type EditFields<F extends string> = readonly {
  readonly name: F
  readonly label: string
  readonly show?: (value: string) => string
}[]

type Editor<F extends string> = {
  /** The record being edited; null in create mode. */
  readonly record: object | null
  readonly values: Readonly<Record<F, string>>
  readonly theirs: Readonly<Record<F, string>> | null
  readonly isOrphan: boolean
  readonly isSaving: boolean
  readonly keepMine: () => void
  readonly takeTheirs: () => void
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  readonly changes: number
  readonly confirmLoss: (proceed: () => void) => void
  readonly question: Question | null
  readonly answer: (isConfirmed: boolean) => void
}

type Props<F extends string> = {
  readonly title: string
  readonly editor: Editor<F>
  readonly fields: EditFields<F>
  readonly className: string
  readonly children: ReactNode
}

const identity = (value: string): string => value

/**
 * The form of a screen, with a panel for a conflict and a hint if the record was deleted. Focuses the first writable
 * field when a record is loaded.
 */
export const RecordForm = <F extends string>({ title, editor, fields, className, children }: Props<F>) => {
  const ref = useRef<HTMLFormElement>(null)
  const { record, values, theirs, question } = editor
  useUnsavedChanges(editor.changes > 0 && !editor.isSaving, editor.confirmLoss)
  useEffect(() => {
    if (record !== null && ref.current !== null) focusFirstField(ref.current)
  }, [record])
  const differences = fields
    .filter(({ name }) => theirs !== null && values[name] !== theirs[name])
    .map(({ name, label, show = identity }) => ({
      key: name,
      label,
      mine: show(values[name]),
      theirs: show(theirs?.[name] ?? ''),
    }))
  return (
    <Card title={title} className="print:hidden">
      <div className="flex flex-col gap-4">
        {theirs !== null && (
          <ConflictPanel
            subject="Field"
            differences={differences}
            isSaving={editor.isSaving}
            onKeepMine={editor.keepMine}
            onTakeTheirs={editor.takeTheirs}
          />
        )}
        {editor.isOrphan && (
          <p className="text-soft">
            Someone else deleted this record. What you typed is kept: Save creates a new one from it.
          </p>
        )}
        <form ref={ref} noValidate onSubmit={editor.submit} className={className}>
          {children}
        </form>
        <ConfirmDialog
          open={question !== null}
          question={question?.text ?? ''}
          confirmLabel={question?.confirmLabel ?? ''}
          onConfirm={() => editor.answer(true)}
          onCancel={() => editor.answer(false)}
        >
          <p className="text-soft">{question?.detail}</p>
        </ConfirmDialog>
      </div>
    </Card>
  )
}

/** Focuses the first text field that is not read-only. */
const focusFirstField = (form: HTMLFormElement): void => {
  const field = [...form.elements].find((control) => control instanceof HTMLInputElement && !control.readOnly)
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
}

type FormButtonsProps = {
  readonly isEditing: boolean
  readonly isSaving: boolean
  readonly onReset: () => void
}

/** Save (Update in edit mode, Saving... during a save) and Reset. */
export const FormButtons = ({ isEditing, isSaving, onReset }: FormButtonsProps) => (
  <div className="flex gap-2">
    <Button type="submit" variant="primary" busy={isSaving} className="min-w-20">
      {isSaving ? 'Saving...' : isEditing ? 'Update' : 'Save'}
    </Button>
    <Button onClick={onReset}>Reset</Button>
  </div>
)

export type Difference = {
  readonly key: string | number
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

type ConflictPanelProps = {
  /** The header of the first column. */
  readonly subject: string
  readonly differences: readonly Difference[]
  readonly isSaving: boolean
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

const CELL = 'px-2 first:pl-0 py-1 text-left align-top break-words'

const Value = ({ text }: { text: string }) => (text === '' ? <span className="text-faint">empty</span> : text)

/** Shows both versions of a record that two users changed and lets the user choose one. Focuses its heading. */
export const ConflictPanel = ({
  subject,
  differences,
  isSaving,
  onKeepMine,
  onTakeTheirs,
}: ConflictPanelProps) => {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-card border border-bad-line bg-surface px-4 py-3 print:hidden"
    >
      <div>
        <h3 ref={heading} id={id} tabIndex={-1} className="font-semibold outline-none">
          Your changes and the stored values differ
        </h3>
        <p className="text-soft">
          Nothing is lost yet. Keep mine saves your values over the stored ones; Take theirs shows the stored
          ones and drops yours.
        </p>
      </div>
      <table aria-labelledby={id} className="w-full max-w-3xl table-fixed border-collapse">
        <thead>
          <tr className="border-b text-sm text-soft">
            {[subject, 'Yours', 'Stored now'].map((header) => (
              <th key={header} scope="col" className={`${CELL} font-medium`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, label, mine, theirs }) => (
            <tr key={key} className="border-b last:border-b-0">
              <th scope="row" className={`${CELL} font-medium`}>
                {label}
              </th>
              <td className={CELL}>
                <Value text={mine} />
              </td>
              <td className={CELL}>
                <Value text={theirs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isSaving} onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
    </section>
  )
}
