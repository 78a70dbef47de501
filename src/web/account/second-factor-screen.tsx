import { type FormEvent, useEffect, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import * as z from 'zod/mini'
import { Enrolment, RecoveryCodes } from '../../../schemas/api/credentials.ts'
import { describeFailure } from '../api/read-response.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { KeepTokens } from '../kit/check-box.tsx'
import { CopyButton } from '../kit/copy-buttons.tsx'
import { Banner } from '../kit/messages.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useAttempt } from '../kit/use-attempt.ts'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { RestrictedPage } from './narrow-page.tsx'

const PATH = '/v1/account/second-factor'
const Started = z.object({ records: Enrolment })
const Changed = z.object({ records: RecoveryCodes })

/** Shows the screen of users whose role requires a second factor: they set it up before anything else. */
const SecondFactorScreen = () => {
  const { retryPermissions } = useSession()
  return (
    <RestrictedPage
      title="Second factor"
      heading="Set up a second factor"
      text="Your role requires a code of an authenticator app at each sign-in."
    >
      <SecondFactor onChanged={retryPermissions} />
    </RestrictedPage>
  )
}

export default SecondFactorScreen

const describe = (error: unknown): string => describeFailure(error, 'Please try again.')

type Props = { readonly onChanged: (message?: string) => void }

/** Shows `/account/second-factor`: that of the own account. */
export const OwnSecondFactor = ({ onChanged }: Props) => (
  <Card title="Codes of an authenticator app">
    <div className="flex max-w-md flex-col gap-4">
      <SecondFactor onChanged={onChanged} />
    </div>
  </Card>
)

/** Turns the second factor on, which shows its recovery codes, or off. */
const SecondFactor = ({ onChanged }: Props) => {
  const api = useApi()
  const [state, setState] = useState<z.infer<typeof Enrolment> | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [keepsTokens, setKeepsTokens] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const { isBusy, failure, setFailure, run } = useAttempt(describe)
  const isOn = state?.secret === null
  useEffect(() => {
    api.post(PATH, { schema: Started }).then(
      ({ records }) => setState(records),
      (error: unknown) => setFailure(describe(error)),
    )
  }, [api, setFailure])
  const change = async () => {
    setCode('')
    const body = { isOn: !isOn, password, code, ...(keepsTokens && { keepTokens: true }) }
    const { records } = await api.put(PATH, { body, schema: Changed })
    if (isOn) onChanged('Second factor turned off successfully!')
    else setRecoveryCodes(records.recoveryCodes)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lacksField = password === '' || code === ''
    setIncomplete(lacksField)
    if (!lacksField) void run(change)
  }
  if (recoveryCodes.length > 0) return <NewRecoveryCodes codes={recoveryCodes} onSaved={() => onChanged()} />
  return (
    <>
      {failure !== null && <Banner text={failure} />}
      {isOn && <p>{describeCodes(state.recoveryCodesLeft)}</p>}
      {state?.secret && state.uri && (
        <>
          <p className="text-soft">Scan this with the app, or type the secret into it.</p>
          <QrCode text={state.uri} />
          <code className="select-all break-all text-center text-sm">
            {state.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </>
      )}
      {state !== null && (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={isIncomplete && password === '' ? 'Enter your password.' : undefined}
          />
          <TextField
            label="Code"
            autoComplete="one-time-code"
            placeholder={isOn ? 'Of the app, or a recovery code' : 'The six digits of the app'}
            value={code}
            onChange={setCode}
            error={isIncomplete && code === '' ? 'Enter a code.' : undefined}
          />
          {!isOn && <KeepTokens isChecked={keepsTokens} onChange={setKeepsTokens} />}
          <Button type="submit" variant={isOn ? 'danger' : 'primary'} busy={isBusy}>
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        </form>
      )}
    </>
  )
}

const describeCodes = (left: number): string =>
  `It is on. ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left. For new ones, turn it off and on again.`

type CodesProps = { readonly codes: readonly string[]; readonly onSaved: () => void }

const NewRecoveryCodes = ({ codes, onSaved }: CodesProps) => {
  const copyRef = useRef<HTMLButtonElement>(null)
  useEffect(() => copyRef.current?.focus(), [])
  return (
    <>
      <Banner text="Second factor turned on successfully! You are signed out everywhere else." />
      <p className="text-soft">
        Each of these recovery codes replaces the app once. They are shown this once: keep them like a
        password.
      </p>
      <pre className="select-all rounded-control border bg-sunken px-2.5 py-1.5 text-sm">
        {codes.join('\n')}
      </pre>
      <div className="flex flex-wrap gap-2">
        <CopyButton ref={copyRef} text={codes.join('\n')} label="Copy" />
        <Button variant="primary" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </>
  )
}

/** Shows a QR code, dark on light in every theme. */
export const QrCode = ({ text }: { readonly text: string }) => (
  <img
    alt="QR code of the secret"
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`}
    className="w-52 self-center rounded-control"
  />
)
