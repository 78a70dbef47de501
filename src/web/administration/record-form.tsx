import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import type { RecordEditor } from './use-record-editor.ts'

type Props = {
  /** What a record is called: `role`. */
  readonly noun: string
  readonly editor: RecordEditor
  readonly className: string
  readonly buttonsClassName: string
  readonly children: ReactNode
}

/** Shows the form of a screen. Focuses the first writable field of a loaded record. */
export const RecordForm = ({ noun, editor, className, buttonsClassName, children }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const { record, isSaving } = editor
  const id = record?.id
  useEffect(() => {
    if (id === undefined) return
    form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus({ preventScroll: true })
  }, [id])
  return (
    <Card title={`${record === null ? 'New' : 'Change'} ${noun}`} className="print:hidden">
      <form ref={form} noValidate onSubmit={editor.submit} className={className}>
        {children}
        <div className={`flex gap-2 ${buttonsClassName}`}>
          <Button type="submit" variant="primary" busy={isSaving} className="min-w-20">
            {isSaving ? 'Saving...' : record === null ? 'Save' : 'Update'}
          </Button>
          <Button onClick={editor.reset}>Reset</Button>
        </div>
      </form>
      {editor.dialog}
    </Card>
  )
}
