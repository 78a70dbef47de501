import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { Invitation } from '../../../schemas/api/auth.ts'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { describeFailure } from '../api/read-response.ts'
import { Banner, LoadingScreen } from '../kit/messages.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { NarrowPage } from './narrow-page.tsx'
import { PasswordForm } from './password-screen.tsx'

const PATH = '/auth/invitation'
const Read = z.object({ records: Invitation })

type State =
  | { readonly step: 'reading' }
  | { readonly step: 'choosing' | 'saved'; readonly userId: string }
  | { readonly step: 'failed'; readonly text: string }

/** Shows `/invitation#TOKEN`: a user chooses the first password, without a session. */
const InvitationScreen = () => {
  const api = useApi()
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<State>({ step: 'reading' })
  usePageTitle('Invitation')
  useEffect(() => {
    api.post(PATH, { body: { token }, schema: Read, anonymous: true }).then(
      ({ records: { userId } }) => setState({ step: 'choosing', userId }),
      (error: unknown) => {
        const text = describeFailure(error, 'The link could not be read. Please try again.')
        setState({ step: 'failed', text })
      },
    )
  }, [api, token])

  if (state.step === 'reading') return <LoadingScreen text="Loading..." />
  if (state.step === 'failed') {
    return (
      <NarrowPage heading="Invitation" text="You cannot choose a password here.">
        <Banner text={state.text} />
        <SignInLink />
      </NarrowPage>
    )
  }
  const { step, userId } = state
  const name = <strong className="text-ink">{userId}</strong>
  if (step === 'saved') {
    return (
      <NarrowPage heading="Your password is saved" text={<>You can now sign in as {name}.</>}>
        <SignInLink />
      </NarrowPage>
    )
  }
  return (
    <NarrowPage heading="Choose a password" text={<>For your user ID {name}.</>}>
      <PasswordForm
        username={userId}
        isCurrentNeeded={false}
        save={async (body) => {
          await api.put(PATH, { body: { ...body, token }, schema: AnyEnvelope, anonymous: true })
          setState({ step: 'saved', userId })
        }}
      />
    </NarrowPage>
  )
}

export default InvitationScreen

const SignInLink = () => {
  const { status, username } = useSession()
  const isSignedIn = status === 'signedIn'
  return (
    <p>
      {isSignedIn && `You are signed in as ${username}. `}
      <Link to="/login" className="text-accent underline">
        {isSignedIn ? 'Open the portal' : 'Sign in'}
      </Link>
    </p>
  )
}
