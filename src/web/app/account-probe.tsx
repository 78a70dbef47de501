import { UserMenu, UserSection } from '../account/user-menu.tsx'
import { loadAccount } from '../api/account-api.ts'
import type { Account } from '../contexts/account.ts'

/** Loads the account, and the user menu if the API offers what it contains. */
export const probeAccount = async (baseUrl: string, token: string | null): Promise<Account> => {
  const account = await loadAccount(baseUrl, token)
  if (!account.features.includes('account')) return account
  return { ...account, userMenu: <UserMenu />, userSection: <UserSection /> }
}
