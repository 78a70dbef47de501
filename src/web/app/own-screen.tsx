import { useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { OWN_PASSWORD, PasswordForm } from '../account/password-screen.tsx'
import { OwnSecondFactor } from '../account/second-factor-screen.tsx'
import { RecordPage, useScreenBanner } from '../administration/record-page.tsx'
import { OwnAlerts } from '../report/own-alerts/own-alerts-screen.tsx'
import { OwnViews } from '../report/views/views-screen.tsx'
import { OwnSchedules } from '../report/schedules/schedules-screen.tsx'
import { OwnSessions } from '../account/sessions-screen.tsx'
import { OwnTokens } from '../account/tokens-screen.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { Card } from '../kit/card.tsx'
import type { OwnPage } from '../layout/menu-links.ts'

type PasswordProps = { readonly onChanged: () => void }

/** Shows `/account/password`: users change their own password. */
const OwnPassword = ({ onChanged }: PasswordProps) => {
  const api = useApi()
  const banner = useScreenBanner()
  const { username } = useSession()
  return (
    <Card title="Your password">
      <div className="max-w-sm">
        <PasswordForm
          username={username}
          isCurrentNeeded
          save={async (body) => {
            await api.put(OWN_PASSWORD, { body, schema: AnyEnvelope })
            banner.show('Password changed successfully! You are signed out everywhere else.')
            onChanged()
          }}
        />
      </div>
    </Card>
  )
}

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
  const [round, setRound] = useState(0)
  const Content = CONTENTS[page]
  const above = BELOW_SESSIONS.includes(page) ? ['Your sessions'] : []
  return (
    <RecordPage title={title} breadcrumb={[...above, title]}>
      <Content key={round} onChanged={() => setRound(round + 1)} />
    </RecordPage>
  )
}

export default OwnScreen
