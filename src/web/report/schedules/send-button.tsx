import { Suspense, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import type { Sent } from './schedule-dialog.tsx'
import { lazyWithPreload } from '../../kit/lazy-loading.tsx'
import { hasFeature } from '../../contexts/portal-settings.ts'

const dialog = lazyWithPreload(() => import('./schedule-dialog.tsx'))

/** Opens the dialog that has a page sent by mail; nothing if the API sends none. */
export const SendButton = ({ get }: { readonly get: () => Sent }) => {
  const [sent, setSent] = useState<Sent | null>(null)
  if (!hasFeature('schedules')) return null
  return (
    <>
      <Button className="print:hidden" onClick={() => setSent(get())}>
        Send regularly
      </Button>
      {sent !== null && (
        <Suspense>
          <dialog.Component sent={sent} onClose={() => setSent(null)} />
        </Suspense>
      )}
    </>
  )
}
