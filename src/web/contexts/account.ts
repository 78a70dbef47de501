import { createContext, type ReactNode, useContext } from 'react'
import type { ApiFeature } from '../../../schemas/api/account.ts'

/** The signed-in user as the API reports it, and what the API offers beside the original calls. */
export type Account = {
  readonly userId: number | null
  readonly roleId: number | null
  readonly passwordChangeRequired: boolean
  /** After so many minutes without a request the session ends; null if the API does not say. */
  readonly idleMinutes: number | null
  readonly features: readonly string[]
  /** The menu of the user in the header, and as a part of the stacked menu. */
  readonly userMenu?: ReactNode
  readonly userSection?: ReactNode
}

/** Null until the API has answered, and for an API that does not know the call. */
export const AccountContext = createContext<Account | null>(null)

/** Whether the API offers a feature beside the original calls; false until it has answered. */
export const useFeature = (feature: ApiFeature): boolean =>
  useContext(AccountContext)?.features.includes(feature) ?? false
