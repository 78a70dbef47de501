import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { findMissing, type LoginField } from '../../../schemas/api/auth.ts'
import { readSessionUse } from '../api/session-store.ts'
import { lazyWithPreload } from '../kit/lazy-loading.tsx'
import { Banner, ErrorBoundary } from '../kit/messages.tsx'
import { Button } from '../kit/button.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { Icon } from '../kit/icon.tsx'
import { ThemeSwitch } from '../contexts/theme.tsx'
import { focusField, TextField } from '../kit/text-field.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'
import { type ScreenBanner, useBanner } from '../contexts/use-banner.ts'
import type { Ending } from '../machines/session-machine.ts'
import { NarrowPage } from './narrow-page.tsx'

const BANNER_MS = 5_000

const HINTS: Record<LoginField, string> = {
  username: 'Enter your username.',
  password: 'Enter your password.',
}

const company = lazyWithPreload(() => import('./company-sign-in.tsx'))

export const LoginScreen = () => {
  const { ending } = useSession()
  const { appVersion, demo, companySignIn } = getSettings()
  const [hasForm, setHasForm] = useState(companySignIn?.isOnly !== true)
  const [account, setAccount] = useState({ username: '', password: '' })
  const [reason] = useState(() => explainEnd(ending))
  const banner = useBanner(BANNER_MS, true)
  usePageTitle('Home')
  return (
    <div className="flex min-h-dvh flex-col">
      <div data-frame className="flex h-12 items-center justify-end px-4">
        <ThemeSwitch />
      </div>
      <NarrowPage
        heading="Home"
        text={hasForm ? 'Enter your username below to login to your account.' : 'Login to your account.'}
        below={<p className="mt-4 text-center text-xs text-faint">Version {appVersion}</p>}
      >
        {reason !== null && (
          <output className="flex items-start gap-2 rounded-control border bg-sunken px-3 py-1.5 text-soft">
            <Icon name="lock" className="mt-0.5" />
            <span>{reason}</span>
          </output>
        )}
        {banner.text !== null && <Banner text={banner.text} onClose={banner.clear} />}
        {hasForm && <SignInForm account={account} onChange={setAccount} banner={banner} />}
        {companySignIn !== null && (
          <ErrorBoundary resetKey="company sign-in">
            <Suspense>
              <company.Component isFirst={!hasForm} />
            </Suspense>
          </ErrorBoundary>
        )}
        {!hasForm && (
          <Button variant="quiet" onClick={() => setHasForm(true)}>
            Use a password
          </Button>
        )}
        {demo && hasForm && <DemoAccounts onChoose={setAccount} />}
      </NarrowPage>
    </div>
  )
}

type Account = Readonly<Record<LoginField, string>>

type FormProps = {
  readonly account: Account
  readonly onChange: (account: Account) => void
  readonly banner: ScreenBanner
}

/** Shows username, password and, once the server asks for it, the code of the second factor. */
const SignInForm = ({ account, onChange, banner }: FormProps) => {
  const { login, loginFailure, needsCode, status } = useSession()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<readonly LoginField[]>([])
  const form = useRef<HTMLFormElement>(null)
  const isBusy = status === 'signingIn'
  useEffect(() => focusField(form.current, 'username'), [])

  const { show } = banner
  useEffect(() => {
    if (loginFailure === null) return
    show(loginFailure.message)
    focusField(form.current, needsCode ? 'code' : 'password')
  }, [loginFailure, needsCode, show])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const credentials = { username: account.username.trim(), password: account.password }
    const check = findMissing(credentials)
    setMissing(check.missing)
    if (check.message === null) {
      banner.clear()
      login(code.trim() === '' ? credentials : { ...credentials, code })
      return
    }
    banner.show(check.message)
    focusField(form.current, check.missing[0])
  }

  const getProps = (field: LoginField) => ({
    name: field,
    value: account[field],
    onChange: (value: string) => onChange({ ...account, [field]: value }),
    error: missing.includes(field) && account[field].trim() === '' ? HINTS[field] : undefined,
  })
  const name = { autoCapitalize: 'none', spellCheck: false }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField {...getProps('username')} {...name} label="Username" autoComplete="username" />
      <TextField {...getProps('password')} label="Password" type="password" autoComplete="current-password" />
      {needsCode && (
        <TextField
          {...name}
          label="Code"
          name="code"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          placeholder="Of your app, or a recovery code"
        />
      )}
      <Button type="submit" variant="primary" busy={isBusy} className="mt-1 w-full">
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}

/** Says why the last session ended, until the next sign-in; null if the user signed out here. */
const explainEnd = (ending: Ending): string | null => {
  if (ending === 'signedOutElsewhere') return 'You signed out in another tab.'
  if (ending !== 'rejected') return null
  const use = readSessionUse(Date.now())
  if (use === null || use.left > 0) return 'Your session has ended. It expired, or someone ended it.'
  const time = use.idleMinutes === 1 ? '1 minute' : `${use.idleMinutes} minutes`
  return `Your session has ended, because the portal was not used for ${time}.`
}

const DEMO_ACCOUNTS = ['superadmin', 'administrator', 'analyst'] as const
const DEMO_PASSWORD = 'demo-Portal-2025'

type DemoProps = { readonly onChoose: (account: Account) => void }

/** Shows the accounts of a portal with demo data; a click fills them in. */
const DemoAccounts = ({ onChoose }: DemoProps) => (
  <section aria-label="Demo accounts" className="border-t pt-4 text-sm text-soft">
    <p className="mb-2">
      Demo accounts, password <code className="text-xs text-ink">{DEMO_PASSWORD}</code>
    </p>
    <div className="flex flex-wrap gap-2">
      {DEMO_ACCOUNTS.map((username) => (
        <Button key={username} size="small" onClick={() => onChoose({ username, password: DEMO_PASSWORD })}>
          {username}
        </Button>
      ))}
    </div>
  </section>
)
