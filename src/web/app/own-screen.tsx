import { useState } from 'react'
import { OwnPassword } from '../account/password-screen.tsx'
import { OwnSecondFactor } from '../account/second-factor-screen.tsx'
import { SignInAgain } from '../administration/sign-in-again.tsx'
import { PageBanner } from '../kit/messages.tsx'
import { Page } from '../kit/page.tsx'
import { useBanner } from '../contexts/use-banner.ts'
import { OwnAlerts } from '../report/own-alerts/own-alerts-screen.tsx'
import { OwnViews } from '../report/views/views-screen.tsx'
import { OwnSchedules } from '../report/schedules/schedules-screen.tsx'
import { OwnSessions } from '../account/sessions-screen.tsx'
import { OwnTokens } from '../account/tokens-screen.tsx'

/** The pages below `/account`, with the title and the links above each. */
const PAGES = {
  password: { breadcrumb: ['Change password'], Content: OwnPassword },
  sessions: { breadcrumb: ['Your sessions'], Content: OwnSessions },
  schedules: { breadcrumb: ['Your schedules'], Content: OwnSchedules },
  views: { breadcrumb: ['Your views'], Content: OwnViews },
  alerts: { breadcrumb: ['Your alerts'], Content: OwnAlerts },
  tokens: { breadcrumb: ['Your sessions', 'Your tokens'], Content: OwnTokens },
  'second-factor': { breadcrumb: ['Your sessions', 'Your second factor'], Content: OwnSecondFactor },
} as const

export type OwnPage = keyof typeof PAGES

/** Shows a page of the caller's own account. */
const OwnScreen = ({ page }: { readonly page: OwnPage }) => {
  const banner = useBanner(5_000)
  const [round, setRound] = useState(0)
  const startAgain = (message?: string) => {
    if (message !== undefined) banner.show(message)
    setRound(round + 1)
  }
  const { breadcrumb, Content } = PAGES[page]
  return (
    <Page title={breadcrumb.at(-1) ?? ''} breadcrumb={breadcrumb}>
      {banner.text !== null && <PageBanner text={banner.text} onClose={banner.clear} />}
      <SignInAgain>
        <Content key={round} banner={banner} onChanged={startAgain} />
      </SignInAgain>
    </Page>
  )
}

export default OwnScreen
