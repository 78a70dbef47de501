import { createContext, useContext } from 'react'

export type ScreenLogger = {
  readonly debug: (text: string, ...details: unknown[]) => void
  readonly info: (text: string, ...details: unknown[]) => void
  readonly warn: (text: string, ...details: unknown[]) => void
  readonly error: (text: string, ...details: unknown[]) => void
}

export const LoggerContext = createContext<ScreenLogger | null>(null)

/** The portal's logger. The HTTP client already logs failed requests. */
export const useLogger = (): ScreenLogger => {
  const logger = useContext(LoggerContext)
  if (logger === null) throw new Error('useLogger() is called outside the portal.')
  return logger
}
