import type { ComponentType } from 'react'
import { OwnSchedulesScreen } from '../schedules/schedules-screen.tsx'
import { OwnSessionsScreen } from '../sessions/sessions-screen.tsx'
import { OwnTokensScreen } from '../sessions/tokens-screen.tsx'
import { OwnSecondFactorScreen } from '../account/second-factor-screen.tsx'

const SCREENS = {
  sessions: OwnSessionsScreen,
  schedules: OwnSchedulesScreen,
  tokens: OwnTokensScreen,
  'second-factor': OwnSecondFactorScreen,
} as const satisfies Readonly<Record<string, ComponentType>>

export type OwnPage = keyof typeof SCREENS

/** A page of the caller's own account. */
const OwnScreen = ({ page }: { readonly page: OwnPage }) => {
  const Screen = SCREENS[page]
  return <Screen />
}

export default OwnScreen
