import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Logo } from '../kit/icon.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { useSession } from '../contexts/portal-contexts.ts'
import { getSettings } from '../contexts/portal-settings.ts'

type Props = {
  readonly title: string
  readonly heading: string
  readonly text: ReactNode
  readonly children: ReactNode
}

/** A page without the main layout, for what a user must do before anything else. */
export const RestrictedPage = ({ title, heading, text, children }: Props) => {
  const { status, logout } = useSession()
  const { appName } = getSettings()
  usePageTitle(title)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col px-4 pb-24 pt-[12dvh]">
      <p className="mb-6 flex items-center justify-center gap-2.5 text-lg font-semibold">
        <Logo className="size-7" />
        {appName}
      </p>
      <div className="card-surface flex flex-col gap-4 p-6">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{heading}</h1>
          <p className="mt-1 break-words text-soft">{text}</p>
        </div>
        {children}
        <Button variant="quiet" busy={status === 'signingOut'} onClick={logout} className="w-full">
          Logout
        </Button>
      </div>
    </main>
  )
}
