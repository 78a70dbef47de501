import { createContext, useContext } from 'react'
import type { Settings } from '../../../schemas/settings.ts'

export const SettingsContext = createContext<Settings | null>(null)

export const useSettings = (): Settings => {
  const settings = useContext(SettingsContext)
  if (settings === null) throw new Error('useSettings() is called outside the portal.')
  return settings
}
