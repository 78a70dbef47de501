import { hasFeature } from '../../contexts/portal-settings.ts'
import { DialogButton } from '../../kit/dialog-button.tsx'
import { lazyWithPreload } from '../../kit/lazy-loading.tsx'
import type { Sent } from './schedule-dialog.tsx'

const dialog = lazyWithPreload(() => import('./schedule-dialog.tsx'))

/** Opens the dialog that has a page sent by mail; nothing if the API sends none. */
export const SendButton = ({ get }: { readonly get: () => Sent }) =>
  hasFeature('schedules') && (
    <DialogButton className="print:hidden" dialog={dialog} get={() => ({ sent: get() })}>
      Send regularly
    </DialogButton>
  )
