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

type PasswordProps = { readonly onChanged: (message: string) => void }

/** Shows `/account/password`: users change their own password. */
const OwnPassword = ({ onChanged }: PasswordProps) => {
  const api = useApi()
  const { username } = useSession()
  return (
    <Card title="Your password">
      <div className="max-w-sm">
        <PasswordForm
          username={username}
          isCurrentNeeded
          save={async (body) => {
            await api.put(OWN_PASSWORD, { body, schema: AnyEnvelope })
            onChanged('Password changed successfully! You are signed out everywhere else.')
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

/** Shows the content of a page of the own account, anew after each change. */
const OwnContent = ({ page }: Pick<Props, 'page'>) => {
  const banner = useScreenBanner()
  const [round, setRound] = useState(0)
  const Content = CONTENTS[page]
  const startAgain = (message?: string) => {
    if (message !== undefined) banner.show(message)
    setRound(round + 1)
  }
  return <Content key={round} onChanged={startAgain} />
}

const OwnScreen = ({ page, title }: Props) => {
  const above = BELOW_SESSIONS.includes(page) ? ['Your sessions'] : []
  return (
    <RecordPage title={title} breadcrumb={[...above, title]}>
      <OwnContent page={page} />
    </RecordPage>
  )
}

export default OwnScreen
