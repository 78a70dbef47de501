import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { ApiError } from '../api/response.ts'
import { Banner } from '../components/messages.tsx'
import { PasswordField } from '../components/password-field.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'

type Field = 'current' | 'new' | 'repeated'
type Values = Readonly<Record<Field, string>>
type Errors = Partial<Record<Field, string | undefined>>

const EMPTY: Values = { current: '', new: '', repeated: '' }

const HINTS: Values = {
  current: 'Enter your current password.',
  new: 'Enter a new password.',
  repeated: 'Enter the new password once more.',
}

const FAILED = 'The password could not be changed. Please try again.'

type Props = {
  readonly formId: string
  /** Whether the current password is needed, as for one that an administrator has not set. */
  readonly isCurrentNeeded: boolean
  readonly onBusy: (isBusy: boolean) => void
  readonly onChanged: () => void
}

/** The fields of a new password, with the failures above them. The passwords exist only here and in the request. */
export const PasswordForm = ({ formId, isCurrentNeeded, onBusy, onChanged }: Props) => {
  const api = useApi()
  const { username } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => focusField(form.current, isCurrentNeeded ? 'current' : 'new'), [isCurrentNeeded])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    const found = findErrors(values, isCurrentNeeded)
    const [first] = Object.keys(found)
    setErrors(found)
    setFailure(null)
    if (first !== undefined) return focusField(form.current, first)
    isSending.current = true
    onBusy(true)
    try {
      const body = { newPassword: values.new, ...(isCurrentNeeded && { currentPassword: values.current }) }
      await api.put('/v1/account/password', { body, schema: AnyEnvelope })
      onChanged()
    } catch (error) {
      setFailure((error instanceof ApiError ? error.serverMessage : undefined) ?? FAILED)
      const isWrong = error instanceof ApiError && error.kind === 'forbidden'
      focusField(form.current, isWrong ? 'current' : 'new')
    }
    isSending.current = false
    onBusy(false)
  }

  const getProps = (field: Field) => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: (value: string) => {
      setValues((known) => ({ ...known, [field]: value }))
      setErrors((known) => ({ ...known, [field]: undefined }))
    },
  })
  return (
    <form
      ref={form}
      id={formId}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
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
    </form>
  )
}

/** The errors of the fields, in their order. */
const findErrors = (values: Values, isCurrentNeeded: boolean): Errors => {
  const errors: Errors = {}
  if (isCurrentNeeded && values.current === '') errors.current = HINTS.current
  if (values.new.trim() === '') errors.new = HINTS.new
  else if (values.repeated === '') errors.repeated = HINTS.repeated
  else if (values.repeated !== values.new) errors.repeated = 'The two new passwords differ.'
  return errors
}

const focusField = (form: HTMLFormElement | null, name: string): void => {
  const control = form?.elements.namedItem(name)
  if (!(control instanceof HTMLInputElement)) return
  control.focus()
  control.select()
}
