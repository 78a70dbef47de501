import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../components/card.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { Button } from '../components/button.tsx'

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
  const { record, values, theirs } = editor
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
