import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CompanySession } from '../../../schemas/api/auth.ts'
import { startCompanySignIn } from '../api/auth-api.ts'
import { ApiError } from '../api/read-response.ts'
import { valuesOfTab } from '../api/session-store.ts'
import { Banner } from '../kit/messages.tsx'
import { Button } from '../kit/button.tsx'
import { useAttempt } from '../kit/use-attempt.ts'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'

/** Where the page that the person wanted waits while the provider signs the person in. */
const WANTED = 'wantedPage'

const isAnswer = (query: string): boolean => {
  const fields = new URLSearchParams(query)
  return fields.has('state') && (fields.has('code') || fields.has('error'))
}

/** Shows the button to the company's provider; on the way back the screen itself completes the sign-in. */
const CompanySignIn = ({ isFirst }: { readonly isFirst: boolean }) => {
  const api = useApi()
  const { openSession } = useSession()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const { companySignIn, support } = getSettings()
  const button = useRef<HTMLButtonElement>(null)
  const { failure, setFailure, run, ...attempt } = useAttempt((error) => {
    button.current?.focus()
    const text = error instanceof ApiError ? (error.serverMessage ?? error.message) : String(error)
    return support ? `${text} Support: ${support.text}` : text
  })
  const isBusy = attempt.isBusy || isAnswer(search)

  const start = async () => {
    valuesOfTab.set(WANTED, JSON.stringify(state))
    location.assign(await startCompanySignIn(api))
    // Until the page is left, which may come back from the browser's cache.
    await new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }))
  }

  const complete = useEffectEvent(() => {
    if (!isAnswer(search)) return
    void run(async () => {
      const wanted: unknown = JSON.parse(valuesOfTab.get(WANTED) ?? 'null')
      valuesOfTab.set(WANTED, null)
      await navigate('/login', { replace: true, state: wanted })
      const sent = { body: { answer: search }, schema: CompanySession, anonymous: true }
      const { accessToken, sessionId, username, role } = await api.post('/auth/oidc/session', sent)
      openSession({ authToken: accessToken, sessionId, username, userRole: role })
    })
  })
  useEffect(() => complete(), [])
  useEffect(() => {
    if (isFirst) button.current?.focus()
  }, [isFirst])

  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <Banner text={failure} onClose={() => setFailure(null)} />}
      <Button
        ref={button}
        variant={isFirst ? 'primary' : 'secondary'}
        busy={isBusy}
        className="h-auto! min-h-8 w-full whitespace-normal! py-1"
        onClick={() => void run(start)}
      >
        {isBusy ? 'Signing in...' : companySignIn?.label}
      </Button>
    </div>
  )
}

export default CompanySignIn
