import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Banner } from './messages.tsx'
import { useAttempt } from './use-attempt.ts'

/** Sentences on what the fields of a dialog lack, by field. */
type FieldErrors<F extends string> = Readonly<Record<F, string | undefined>>

/** Returns the error of a field that must not be blank. */
export const requireText = (text: string, error: string): string | undefined =>
  text.trim() === '' ? error : undefined

/** Keeps the errors of fields from sight until somebody submits their dialog. */
export const useFieldErrors = <F extends string>(errors: FieldErrors<F>) => {
  const [refusals, setRefusals] = useState(0)
  const isComplete = Object.values(errors).every((error) => error === undefined)
  const shown: Partial<FieldErrors<F>> = refusals > 0 ? errors : {}
  return { isComplete, shown, refusals, refuse: () => setRefusals(refusals + 1) }
}

type OtherAction = {
  readonly label: string
  readonly run: () => Promise<unknown>
  /** Whether it needs nothing of the fields. */
  readonly ignoresFields?: boolean
}

type Props = {
  readonly title: string
  readonly onClose: () => void
  /** Saves the form and closes the dialog; rejects with an error whose message is shown. */
  readonly onSubmit: () => Promise<unknown>
  readonly submitLabel?: string
  /** Another way to go on, which runs as the submit does; null for none. */
  readonly otherAction?: OtherAction | null
  readonly isDisabled?: boolean
  /** While fields lack something, a submit shows it beside them and focuses the first one. */
  readonly fields?: Omit<ReturnType<typeof useFieldErrors>, 'shown'>
  readonly children: ReactNode
}

/** Shows a dialog with a form, which is saved or cancelled; not while it is being saved. */
export const FormDialog = ({ title, onClose, onSubmit, submitLabel = 'Save', ...props }: Props) => {
  const { otherAction, isDisabled = false, fields, children } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const refusals = fields?.refusals ?? 0
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])
  const { isBusy, failure, run } = useAttempt((error) =>
    error instanceof Error ? error.message : String(error),
  )
  const close = () => {
    if (!isBusy) onClose()
  }
  const submit = (work: () => Promise<unknown>) => {
    if (fields?.isComplete === false) fields.refuse()
    else void run(work)
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button aria-disabled={isBusy} onClick={close}>
            Cancel
          </Button>
          {otherAction && (
            <Button
              aria-disabled={isBusy}
              onClick={() =>
                otherAction.ignoresFields ? void run(otherAction.run) : submit(otherAction.run)
              }
            >
              {otherAction.label}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" disabled={isDisabled} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDisabled) submit(onSubmit)
        }}
      >
        {failure !== null && <Banner text={failure} />}
        {children}
      </form>
    </Dialog>
  )
}
