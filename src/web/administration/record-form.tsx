import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldError } from '../../../schemas/api/forms.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import type { Question } from './use-draft.ts'
import type { FieldName, RecordEditor, Values } from './use-record-editor.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

type Props<R extends { readonly id: number }, V extends Values> = {
  /** What a record is called: `role`. */
  readonly noun: string
  readonly editor: RecordEditor<R, V>
  readonly className: string
  /** That of the buttons. */
  readonly buttonsClassName: string
  readonly children: ReactNode
}

/** The form of a screen. Focuses the first writable field of a loaded record. */
export const RecordForm = <R extends { readonly id: number }, V extends Values>({
  noun,
  editor,
  className,
  buttonsClassName,
  children,
}: Props<R, V>) => {
  const ref = useRef<HTMLFormElement>(null)
  const { record } = editor
  const id = record?.id
  useUnsavedChanges(editor.changes > 0 && !editor.isSaving, editor.confirmLoss)
  useEffect(() => {
    if (id !== undefined && ref.current !== null) focusFirstField(ref.current)
  }, [id])
  return (
    <Card title={`${record === null ? 'New' : 'Change'} ${noun}`} className="print:hidden">
      <form ref={ref} noValidate onSubmit={editor.submit} className={className}>
        {children}
        <div className={`flex gap-2 ${buttonsClassName}`}>
          <Button type="submit" variant="primary" busy={editor.isSaving} className="min-w-20">
            {editor.isSaving ? 'Saving...' : record === null ? 'Save' : 'Update'}
          </Button>
          <Button onClick={editor.reset}>Reset</Button>
        </div>
      </form>
      <QuestionDialog question={editor.question} onAnswer={editor.answer} />
    </Card>
  )
}

/** Focuses the first text field that is not read-only. */
const focusFirstField = (form: HTMLFormElement): void => {
  const field = [...form.elements].find((control) => control instanceof HTMLInputElement && !control.readOnly)
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
}

type Described<F extends string> = Readonly<Record<F, { readonly label: string; readonly max?: number }>>
type Hints<F extends string> = Readonly<Record<F, Partial<Record<FieldError, string>>>>

/** Returns the properties of a field of a form by its name. */
export const getFieldProps =
  <R extends { readonly id: number }, V extends Values>(
    editor: RecordEditor<R, V>,
    fields: Described<FieldName<V>>,
    hints: Hints<FieldName<V>>,
  ) =>
  (name: FieldName<V>) => {
    const { label, max } = fields[name]
    const error = editor.errors[name]
    return {
      label,
      name,
      autoComplete: 'off',
      value: editor.values[name],
      onChange: (value: string) => editor.set(name, value),
      error: error === 'tooLong' ? `At most ${max} characters.` : error && hints[name][error],
    }
  }

type QuestionProps = {
  readonly question: Question | null
  readonly onAnswer: (isConfirmed: boolean) => void
}

/** A dialog with a question before changes are lost or saved. */
export const QuestionDialog = ({ question, onAnswer }: QuestionProps) => (
  <ConfirmDialog
    action={{ candidate: question, confirm: () => onAnswer(true), cancel: () => onAnswer(false) }}
    question={question?.text ?? ''}
    confirmLabel={question?.confirmLabel ?? ''}
    detail={question?.detail}
  />
)
