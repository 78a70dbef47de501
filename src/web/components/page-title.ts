import { useEffect } from 'react'

/** Sets the document's title while the page is mounted and restores the previous one afterwards. */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    if (title === null) return undefined
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
