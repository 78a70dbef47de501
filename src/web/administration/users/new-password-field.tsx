import { type ComponentProps, useState } from 'react'
import { makePassword } from './make-password.ts'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy-buttons.tsx'
import { PasswordField } from '../../kit/password-field.tsx'

/** Moves the focus from `Make a password` to what takes its place. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Shows the field of another user's password: typed, or made here and shown until it is changed. */
export const NewPasswordField = (props: ComponentProps<typeof PasswordField>) => {
  const [made, setMade] = useState('')
  const make = () => {
    const password = makePassword()
    setMade(password)
    props.onChange(password)
  }
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 *:first:w-full">
      <PasswordField {...props} />
      {made !== '' && made === props.value ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <code className="select-all rounded-control border bg-sunken px-2 py-0.5">{made}</code>
          <CopyButton ref={focus} size="small" text={made} label="Copy" />
          <span className="text-soft">Copy it now: it is not shown again after you save.</span>
        </p>
      ) : (
        <Button size="small" variant="quiet" className="-ml-1.5" onClick={make}>
          Make a password
        </Button>
      )}
    </div>
  )
}
