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
import type { OwnPage } from '../layout/menu-links.ts'

const CONTENTS = {
  password: OwnPassword,
  sessions: OwnSessions,
  schedules: OwnSchedules,
  views: OwnViews,
  alerts: OwnAlerts,
  tokens: OwnTokens,
  'second-factor': OwnSecondFactor,
} as const

/** The pages that the sessions lead to. */
const BELOW_SESSIONS: readonly OwnPage[] = ['tokens', 'second-factor']

type Props = { readonly page: OwnPage; readonly title: string }

const OwnScreen = ({ page, title }: Props) => {
  const banner = useBanner(5_000)
  const [round, setRound] = useState(0)
  const startAgain = (message?: string) => {
    if (message !== undefined) banner.show(message)
    setRound(round + 1)
  }
  const Content = CONTENTS[page]
  const above = BELOW_SESSIONS.includes(page) ? ['Your sessions'] : []
  return (
    <Page title={title} breadcrumb={[...above, title]}>
      {banner.text !== null && <PageBanner text={banner.text} onClose={banner.clear} />}
      <SignInAgain>
        <Content key={round} banner={banner} onChanged={startAgain} />
      </SignInAgain>
    </Page>
  )
}

export default OwnScreen
