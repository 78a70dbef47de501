import type { ReactNode } from 'react'
import { getSettings } from '../contexts/portal-settings.ts'
import { useSession } from '../contexts/portal-contexts.ts'
import { Button } from '../kit/button.tsx'
import { Logo } from '../kit/icon.tsx'
import { usePageTitle } from '../kit/page.tsx'

type Props = {
  readonly heading: string
  readonly text: ReactNode
  readonly children: ReactNode
  /** Below the card. */
  readonly below?: ReactNode
}

/** Shows a page without the main layout: the name of the portal above a card. */
export const NarrowPage = ({ heading, text, children, below }: Props) => (
  <main className="mx-auto flex w-full max-w-[400px] flex-1 flex-col px-4 pb-24 pt-[8dvh]">
    <p className="mb-6 flex items-center justify-center gap-2.5 text-lg font-semibold">
      <Logo className="size-7" />
      <span className="min-w-0 break-words">{getSettings().appName}</span>
    </p>
    <div className="card-surface flex flex-col gap-4 p-6">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{heading}</h1>
        <p className="mt-1 break-words text-soft">{text}</p>
      </div>
      {children}
    </div>
    {below}
  </main>
)

type RestrictedProps = Omit<Props, 'below'> & { readonly title: string }

/** Shows a page for what a user must do before anything else. */
export const RestrictedPage = ({ title, children, ...page }: RestrictedProps) => {
  const { status, logout } = useSession()
  usePageTitle(title)
  return (
    <NarrowPage {...page}>
      {children}
      <Button variant="quiet" busy={status === 'signingOut'} onClick={logout} className="w-full">
        Logout
      </Button>
    </NarrowPage>
  )
}
