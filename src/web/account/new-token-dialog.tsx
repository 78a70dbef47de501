import { useEffect, useRef, useState } from 'react'
import { reportEntries } from 'virtual:report-entries'
import * as z from 'zod/mini'
import { DAY_MS, formatDay } from '../../time/days.ts'
import { buildActionTexts, getErrorMessage } from '../administration/error-messages.ts'
import { Button } from '../kit/button.tsx'
import CheckboxField from '../kit/checkbox-field.tsx'
import { CopyButton } from '../kit/copy-buttons.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FormDialog, requireText, useFieldErrors } from '../kit/form-dialog.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'

const Created = z.object({ records: z.object({ token: z.string() }) })

const DEFAULT_DAYS = 90
const TEXTS = buildActionTexts('Token made', 'making the token')

type Props = { readonly onCreated: () => void; readonly onClose: () => void }

export const NewTokenDialog = ({ onCreated, onClose }: Props) => {
  const api = useApi()
  const { permissions } = useSession()
  const [label, setLabel] = useState('')
  const [endDate, setEndDate] = useState(() => formatDay(Date.now() / DAY_MS + DEFAULT_DAYS))
  const [reports, setReports] = useState<readonly string[]>([])
  const [token, setToken] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const mayBeOfCompany = getSettings().companySignIn !== null
  const fields = useFieldErrors({
    label: requireText(label, 'Enter a label.'),
    endDate: requireText(endDate, 'Choose the last day.'),
    password: mayBeOfCompany ? undefined : requireText(password, 'Enter your password.'),
  })
  const create = async () => {
    const body = { label, endDate, reports: reports.length === 0 ? null : reports, password }
    try {
      const { records } = await api.post('/v1/tokens', { body, schema: Created })
      setToken(records.token)
      onCreated()
    } catch (error) {
      throw new Error(getErrorMessage(error, TEXTS), { cause: error })
    }
  }
  if (token !== null) return <CreatedToken token={token} onClose={onClose} />
  return (
    <FormDialog
      title="New token"
      onClose={onClose}
      onSubmit={create}
      submitLabel="Make token"
      fields={fields}
    >
      <TextField
        label="Label"
        error={fields.shown.label}
        autoComplete="off"
        maxLength={100}
        placeholder="Nightly download"
        value={label}
        onChange={setLabel}
      />
      <DateField
        label="Last day (UTC), at most a year ahead"
        error={fields.shown.endDate}
        value={endDate}
        onChange={setEndDate}
      />
      <CheckboxField
        label="Reports"
        placeholder="All that you may open"
        value={reports}
        onChange={setReports}
        options={reportEntries
          .filter(({ menu }) => permissions.ids.has(menu.permission))
          .map(({ id, menu }) => ({ value: id, label: menu.label }))}
      />
      <PasswordField
        label={mayBeOfCompany ? 'Your password, if you have one' : 'Your password'}
        error={fields.shown.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <p className="text-sm text-soft">
        It reads reports and nothing else, and never more than you may open yourself at that moment.
      </p>
    </FormDialog>
  )
}

type CreatedProps = { readonly token: string; readonly onClose: () => void }

/** Shows the new token; a click beside the dialog does not lose it. */
const CreatedToken = ({ token, onClose }: CreatedProps) => {
  const copyRef = useRef<HTMLButtonElement>(null)
  useEffect(() => copyRef.current?.focus(), [])
  return (
    <Dialog
      title="Copy your token now"
      onClose={() => undefined}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <CopyButton ref={copyRef} variant="primary" text={token} label="Copy token" />
        </>
      }
    >
      <p className="text-soft">
        It is shown this once. Anyone who has it can read your reports: keep it like a password.
      </p>
      <code className="select-all break-all rounded-control border bg-sunken px-2.5 py-1.5">{token}</code>
    </Dialog>
  )
}
