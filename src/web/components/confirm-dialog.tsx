import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  readonly open: boolean
  readonly question: string
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly busy?: boolean
  readonly danger?: boolean
  readonly children?: ReactNode
}

/** Requests confirmation of an action; Cancel has the focus. */
export const ConfirmDialog = ({
  open,
  question,
  confirmLabel,
  onConfirm,
  onCancel,
  busy = false,
  danger = true,
  children,
}: Props) => (
  <Dialog
    open={open}
    isAlert
    title={question}
    onClose={onCancel}
    actions={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
