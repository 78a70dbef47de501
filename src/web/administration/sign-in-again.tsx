import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { signIn, startCompanySignIn } from '../api/auth-api.ts'
import { type Client, createDataMethods, type Send } from '../api/client.ts'
import { ApiError } from '../api/read-response.ts'
import { FormDialog, requireText, useFieldErrors } from '../kit/form-dialog.tsx'
import { PasswordField } from '../kit/password-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { ApiContext, useApi, useSession } from '../contexts/portal-contexts.ts'
import { getSettings, hasFeature } from '../contexts/portal-settings.ts'

type Answer = (isDone: boolean) => void

/** Returns a client that calls `ask` if a change needs a recent sign-in, and repeats the change if it resolves to true. */
const repeatAfterSignIn = (client: Client, ask: () => Promise<boolean>): Client => {
  const send: Send = async (...request) => {
    try {
      return await client.send(...request)
    } catch (error) {
      const isOld = error instanceof ApiError && error.kind === 'old-sign-in'
      if (isOld && (await ask())) return client.send(...request)
      throw error
    }
  }
  return { ...client, ...createDataMethods(send) }
}

/** Lets the user sign in again in place if a change of the screen needs a recent sign-in. */
export const SignInAgain = ({ children }: { readonly children: ReactNode }) => {
  const api = useApi()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const repeating = useMemo(() => {
    // Changes that are refused at the same time are repeated together.
    const ask = () =>
      new Promise<boolean>((resolve) =>
        setAnswer((earlier: Answer | null) => (isDone: boolean) => {
          earlier?.(isDone)
          resolve(isDone)
        }),
      )
    return repeatAfterSignIn(api, ask)
  }, [api])
  const close = (isDone: boolean) => {
    answer?.(isDone)
    setAnswer(null)
  }
  return (
    <ApiContext value={repeating}>
      {children}
      {answer !== null && <SignInDialog onClose={close} />}
    </ApiContext>
  )
}

const SignInDialog = ({ onClose }: { readonly onClose: (isDone: boolean) => void }) => {
  const api = useApi()
  const { username, openSession } = useSession()
  const { companySignIn } = getSettings()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const fields = useFieldErrors({ password: requireText(password, 'Enter your password.') })
  const signInHere = async () => {
    openSession(await signIn(api, { username, password, code: code || undefined }))
    onClose(true)
  }
  // The provider is asked in another tab, so that this page keeps what is typed.
  const startElsewhere = async () => {
    const tab = open('', '_blank')
    try {
      tab?.location.assign(await startCompanySignIn(api))
    } catch (error) {
      tab?.close()
      throw error
    }
  }
  const listen = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key === 'authToken' && newValue !== null) onClose(true)
  })
  // The event renders the page as well: a listener that is replaced meanwhile would miss it.
  useEffect(() => {
    const controller = new AbortController()
    addEventListener('storage', (event) => listen(event), controller)
    return () => controller.abort()
  }, [])
  return (
    <FormDialog
      title="Sign in again for this change"
      onClose={() => onClose(false)}
      onSubmit={signInHere}
      submitLabel="Continue"
      otherAction={companySignIn && { label: companySignIn.label, run: startElsewhere, ignoresFields: true }}
      fields={fields}
    >
      <p className="break-words text-soft">
        You signed in some time ago. What you typed is kept. User <strong>{username}</strong>
      </p>
      <PasswordField
        label="Your password"
        error={fields.shown.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {hasFeature('second-factor') && (
        <TextField
          label="Code, if you have a second factor"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
      )}
    </FormDialog>
  )
}
