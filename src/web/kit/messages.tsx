import { Component, type ReactNode } from 'react'
import { getSettings } from '../contexts/portal-settings.ts'
import { Button, CloseButton } from './button.tsx'
import { Icon, type IconName, Spinner } from './icon.tsx'

/** Says whether a text is green: it contains one of these words. */
const isSuccess = (text: string): boolean => text.includes('successfully') || text.includes('Loading')

type BannerProps = {
  readonly text: string
  readonly onClose?: () => void
  readonly className?: string
}

/** Shows a message above the content: a status when green, an alert when red. */
export const Banner = ({ text, onClose, className = 'px-3 py-1.5' }: BannerProps) => {
  const success = isSuccess(text)
  return (
    <div
      role={success ? 'status' : 'alert'}
      data-passing
      className={`flex animate-slide-in items-start gap-2 rounded-control border ${className} ${
        success ? 'border-good-line bg-good-tint text-good' : 'border-bad-line bg-bad-tint text-bad'
      }`}
    >
      <Icon name={success ? 'check' : 'alert'} className="mt-0.5" />
      <span className="min-w-0 flex-1 break-words">{text}</span>
      {onClose !== undefined && <CloseButton label="Close message" onClick={onClose} />}
    </div>
  )
}

/**
 * Shows the message of a page, beside its clock, below 1024 px in its place: it covers nothing, nothing else moves when
 * it comes and goes, and it stays in sight while the page scrolls. Toasts take the place at its right.
 */
export const PageBanner = (props: BannerProps) => (
  <div
    data-banner
    className="pointer-events-none absolute -top-1 bottom-0 right-42 z-20 max-lg:inset-x-0 max-lg:flex max-lg:items-start max-lg:justify-end"
  >
    <Banner
      {...props}
      className="pointer-events-auto sticky top-13 px-2.5 py-0.5 shadow-card lg:max-w-160 max-md:text-xs max-md:[&>svg]:hidden"
    />
  </div>
)

type MessagePanelProps = {
  readonly icon?: IconName
  readonly text: string
  readonly detail?: ReactNode
  readonly action?: ReactNode
  readonly role?: 'alert' | undefined
}

/** Shows a message in place of content that is empty, denied or failed; an alert names the support. */
export const MessagePanel = ({ icon, text, detail, action, role }: MessagePanelProps) => {
  const support = getSettings().support
  return (
    <div
      role={role}
      className="card-surface flex min-h-48 flex-col items-center justify-center gap-3 px-6 py-10 text-center"
    >
      {icon !== undefined && (
        <span className="flex size-10 items-center justify-center rounded-full bg-sunken text-faint">
          <Icon name={icon} />
        </span>
      )}
      <p className="font-medium">{text}</p>
      {detail !== undefined && <div className="max-w-prose text-sm text-soft">{detail}</div>}
      {action}
      {role === 'alert' && support && (
        <p className="text-sm text-soft">
          Support:{' '}
          <a href={support.href} className="[&[href]]:underline">
            {support.text}
          </a>
        </p>
      )}
    </div>
  )
}

/** Shows sentences below a table or chart, about what it does not show. */
export const Remarks = ({ texts, className }: { texts: readonly ReactNode[]; className: string }) =>
  texts.length > 0 && (
    <div className={`${className} text-sm text-soft`}>
      {texts.map((text, index) => (
        <p key={index}>{text}</p>
      ))}
    </div>
  )

/** Shows a full-page loading message. Screen readers get the text at once; it becomes visible after a short delay. */
export const LoadingScreen = ({ text }: { text: string }) => (
  <output className="flex min-h-[60dvh] animate-appear-late items-center justify-center gap-2 text-soft">
    <Spinner />
    <span>{text}</span>
  </output>
)

type ErrorBoundaryProps = {
  /** A new key, such as the URL of the page, renders the content again. */
  readonly resetKey: string
  readonly children: ReactNode
}

type State = { readonly failedAt: string | null }

/** Shows an error instead of content that throws, so that the rest of the portal stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failedAt: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: '' }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    if (state.failedAt === null) return null
    if (state.failedAt === '') return { failedAt: props.resetKey }
    return state.failedAt === props.resetKey ? null : { failedAt: null }
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children
    const isOnline = navigator.onLine
    return (
      <MessagePanel
        role="alert"
        icon="alert"
        text={
          isOnline
            ? 'Something went wrong on this page.'
            : 'You are offline, and this page is not loaded yet.'
        }
        detail={
          isOnline
            ? 'The rest of the portal still works. Reload the page, or choose another one from the menu.'
            : 'Reload it when you are connected again, or choose a page that you have opened before.'
        }
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    )
  }
}
