import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { MessagePanel } from './message-panel.tsx'

type Props = {
  /** A new key, such as the URL of the page, renders the content again. */
  readonly resetKey: string
  readonly children: ReactNode
}

type State = { readonly failedAt: string | null }

/** Shows an error instead of content that throws, so that the rest of the portal stays usable (S56). */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: '' }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.failedAt === null) return null
    if (state.failedAt === '') return { failedAt: props.resetKey }
    return state.failedAt === props.resetKey ? null : { failedAt: null }
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children
    return (
      <MessagePanel
        role="alert"
        icon="alert"
        text="Something went wrong on this page."
        detail="The rest of the portal still works. Reload the page, or choose another one from the menu."
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      />
    )
  }
}
