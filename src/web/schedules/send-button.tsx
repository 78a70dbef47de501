import { Suspense, useState } from 'react'
import { Button } from '../components/button.tsx'
import { lazyWithPreload } from '../components/lazy-loading.tsx'
import { hasFeature } from '../contexts/settings.ts'
import type { Sent } from './words.ts'

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
