import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import { Button } from './button.tsx'

type Props<P> = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** The dialog, whose code loads when it is opened. */
  readonly dialog: { readonly Component: ComponentType<P & { readonly onClose: () => void }> }
  /** Returns the state of the page at the click. */
  readonly get: () => P
}

export const DialogButton = <P extends object>({ dialog, get, ...button }: Props<P>) => {
  const [props, setProps] = useState<P | null>(null)
  return (
    <>
      <Button {...button} onClick={() => setProps(get())} />
      {props !== null && (
        <Suspense>
          <dialog.Component {...props} onClose={() => setProps(null)} />
        </Suspense>
      )}
    </>
  )
}
