import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '../../kit/button.tsx'
import { lazyWithPreload } from '../../kit/lazy-loading.tsx'

const dialog = lazyWithPreload(() => import('./save-view-dialog.tsx'))

/** Opens the dialog that names the view that is shown. */
const ViewButton = () => {
  const { pathname, search } = useLocation()
  const [saved, setSaved] = useState<string | null>(null)
  return (
    <>
      <Button data-screen-only size="small" variant="quiet" onClick={() => setSaved(pathname + search)}>
        Save view
      </Button>
      {saved !== null && (
        <Suspense>
          <dialog.Component address={saved} onClose={() => setSaved(null)} />
        </Suspense>
      )}
    </>
  )
}

export default ViewButton
