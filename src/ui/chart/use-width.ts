import { type RefObject, useLayoutEffect, useState } from 'react'

/** The element's width in whole px, followed. While the element is hidden the last width stays. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const now = Math.floor(element.clientWidth)
      if (now > 0) setWidth(now)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
