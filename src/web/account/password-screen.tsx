import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { ApiError } from '../api/read-response.ts'
import { Button } from '../kit/button.tsx'
import { KeepTokens } from '../kit/check-box.tsx'
import { Banner } from '../kit/messages.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { focusField } from '../kit/text-field.tsx'
import { useAttempt } from '../kit/use-attempt.ts'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { RestrictedPage } from './narrow-page.tsx'

/** Shows the screen of users whose password was set by an administrator: they choose a new one before anything else. */
const NewPasswordScreen = () => {
  const api = useApi()
  const { username, retryPermissions } = useSession()
  return (
    <RestrictedPage
      title="New password"
      heading="Choose a new password"
      text={
        <>
          An administrator has set the password of <strong className="text-ink">{username}</strong>. Choose
          one that only you know.
        </>
      }
    >
      <PasswordForm
        username={username}
        isCurrentNeeded={false}
        save={async (body) => {
          await api.put(OWN_PASSWORD, { body, schema: AnyEnvelope })
          retryPermissions()
        }}
      />
    </RestrictedPage>
  )
}

export default NewPasswordScreen

export const OWN_PASSWORD = '/v1/account/password'

const EMPTY = { current: '', new: '', repeated: '' }
type Field = keyof typeof EMPTY

type Props = {
  readonly username: string
  /** Whether the current password is needed, as for one that an administrator has not set. */
  readonly isCurrentNeeded: boolean
  readonly save: (body: { readonly newPassword: string }) => Promise<void>
}

/**
 * Shows the fields of a new password, each with its error; that of the server is above them. The passwords exist only
 * here and in the request.
 */
export const PasswordForm = ({ username, isCurrentNeeded, save }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(EMPTY)
  const [keepsTokens, setKeepsTokens] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isBusy, failure, setFailure, run } = useAttempt((error) => {
    const reason = error instanceof ApiError ? error : null
    focusField(form.current, reason?.kind === 'forbidden' ? 'current' : 'new')
    return reason?.serverMessage ?? 'The password could not be changed. Please try again.'
  })
  const first = isCurrentNeeded ? 'current' : 'new'
  useEffect(() => focusField(form.current, first), [first])

  const change = () =>
    save({
      newPassword: values.new,
      ...(isCurrentNeeded && { currentPassword: values.current }),
      ...(keepsTokens && { keepTokens: true }),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const firstProblem = findProblem(values, isCurrentNeeded)
    setProblem(firstProblem)
    setFailure(null)
    if (firstProblem === null) void run(change)
    else focusField(form.current, firstProblem.field)
  }

  const getProps = (field: Field) => ({
    name: field,
    value: values[field],
    error: problem?.field === field ? problem.text : undefined,
    onChange: (value: string) => setValues({ ...values, [field]: value }),
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null && <Banner text={failure} />}
      {/* For password managers, which store a password with its user. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {isCurrentNeeded && (
        <PasswordField {...getProps('current')} label="Current Password" autoComplete="current-password" />
      )}
      <PasswordField
        {...getProps('new')}
        label="New Password"
        autoComplete="new-password"
        hint="8 to 128 characters, no common password."
      />
      <PasswordField {...getProps('repeated')} label="Repeat New Password" autoComplete="new-password" />
      {isCurrentNeeded && <KeepTokens isChecked={keepsTokens} onChange={setKeepsTokens} />}
      <Button type="submit" variant="primary" busy={isBusy}>
        {isBusy ? 'Saving...' : 'Save password'}
      </Button>
    </form>
  )
}

type Problem = { readonly field: Field; readonly text: string }

/** Returns the first problem of the fields; null for none. */
const findProblem = (values: Readonly<Record<Field, string>>, isCurrentNeeded: boolean): Problem | null => {
  if (isCurrentNeeded && values.current === '')
    return { field: 'current', text: 'Enter your current password.' }
  if (values.new.trim() === '') return { field: 'new', text: 'Enter a new password.' }
  if (values.repeated === '') return { field: 'repeated', text: 'Enter the new password once more.' }
  return values.repeated === values.new ? null : { field: 'repeated', text: 'The two new passwords differ.' }
}
