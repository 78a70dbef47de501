import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CompanySession } from '../../../schemas/api/auth.ts'
import { startCompanySignIn } from '../api/auth-api.ts'
import { ApiError } from '../api/read-response.ts'
import { valuesOfTab } from '../api/session-store.ts'
import { Banner } from '../kit/messages.tsx'
import { Button } from '../kit/button.tsx'
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
  const [isBusy, setBusy] = useState(isAnswer(search))
  const [failure, setFailure] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isCompleting = useRef(false)

  const attempt = async (work: () => Promise<void>) => {
    setFailure(null)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const text = error instanceof ApiError ? (error.serverMessage ?? error.message) : String(error)
      setFailure(support ? `${text} Support: ${support.text}` : text)
      button.current?.focus()
    }
    setBusy(false)
  }

  const start = async () => {
    valuesOfTab.set(WANTED, JSON.stringify(state))
    location.assign(await startCompanySignIn(api))
    // Until the page is left, which may come back from the browser's cache.
    await new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }))
  }

  useEffect(() => {
    if (!isAnswer(search) || isCompleting.current) return
    isCompleting.current = true
    void attempt(async () => {
      const wanted: unknown = JSON.parse(valuesOfTab.get(WANTED) ?? 'null')
      valuesOfTab.set(WANTED, null)
      await navigate('/login', { replace: true, state: wanted })
      const sent = { body: { answer: search }, schema: CompanySession, anonymous: true }
      const { accessToken, sessionId, username, role } = await api.post('/auth/oidc/session', sent)
      openSession({ authToken: accessToken, sessionId, username, userRole: role })
    })
  })
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
        onClick={() => void attempt(start)}
      >
        {isBusy ? 'Signing in...' : companySignIn?.label}
      </Button>
    </div>
  )
}

export default CompanySignIn
