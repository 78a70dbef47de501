import { useEffect, useState } from 'react'
import { whenIdle } from '../components/lazy-loading.tsx'
import type { Account } from '../contexts/account.ts'
import { useSession, useSettings } from '../contexts/portal-contexts.ts'

/**
 * Asks the API once per session, after the page is painted, for the user and what it offers beside the original calls.
 * Any failure means nothing, and shows nothing.
 */
export const useAccount = (): Account | null => {
  const { permissions, token } = useSession()
  const { apiBaseUrl } = useSettings()
  const [account, setAccount] = useState<Account | null>(null)
  const isReady = permissions.status === 'ready'
  useEffect(() => {
    if (!isReady) return undefined
    return whenIdle(() => {
      import('./account-probe.tsx')
        .then(({ probeAccount }) => probeAccount(apiBaseUrl, token()))
        .then(setAccount, () => {})
    })
  }, [isReady, apiBaseUrl, token])
  return account
}
