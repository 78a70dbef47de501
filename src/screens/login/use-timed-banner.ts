import { useCallback, useEffect, useState } from 'react'

const SHOWN_FOR = 5_000

/** A message for 5 s (spec §9); the same text again starts the time anew (R59). */
export const useTimedBanner = () => {
  const [banner, setBanner] = useState<{ readonly text: string } | null>(null)
  useEffect(() => {
    if (banner === null) return undefined
    window.scrollTo({ top: 0 })
    const timer = setTimeout(() => setBanner(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [banner])
  const show = useCallback((text: string) => setBanner({ text }), [])
  const close = useCallback(() => setBanner(null), [])
  return { text: banner?.text ?? null, show, close }
}
