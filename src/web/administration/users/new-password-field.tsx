import type { ComponentProps } from 'react'
import { makePassword } from './make-password.ts'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy-buttons.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { PasswordField } from '../../kit/password-field.tsx'

type Props = ComponentProps<typeof PasswordField> & {
  /** The password that was made last; empty for none. */
  readonly made: string
  readonly onMake: (password: string) => void
}

/** Shows the field of another user's password: typed, or made here and shown until it is changed. */
export const NewPasswordField = ({ made, onMake, ...props }: Props) => {
  const make = () => {
    const password = makePassword()
    onMake(password)
    props.onChange(password)
  }
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 *:first:w-full">
      <PasswordField {...props} />
      {made !== '' && made === props.value ? (
        <Password text={made} />
      ) : (
        <Button size="small" variant="quiet" onClick={make}>
          Make a password
        </Button>
      )}
    </div>
  )
}

type DialogProps = { readonly userId: string; readonly password: string; readonly onClose: () => void }

/** Shows a made password once after it is saved, until the administrator closes the dialog. */
export const MadePasswordDialog = ({ userId, password, onClose }: DialogProps) => (
  <Dialog
    title={`The password of ${userId}`}
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    }
  >
    <Password text={password} />
    <p className="text-sm text-soft">Copy it now: it is not shown again.</p>
  </Dialog>
)

const Password = ({ text }: { readonly text: string }) => (
  <p className="flex flex-wrap items-center gap-2 text-sm">
    <code className="select-all rounded-control border bg-sunken px-2 py-0.5">{text}</code>
    <CopyButton size="small" text={text} label="Copy" />
  </p>
)
