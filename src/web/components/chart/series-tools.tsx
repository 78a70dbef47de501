import { type RefObject, useEffect, useState } from 'react'
import type { Series } from '../../../report/table/report-table.ts'
import { Button } from '../button.tsx'
import { findByName } from '../find-names.ts'
import { startRovingFocus } from './roving-focus.ts'

/** Which toggles are listed, and in which order. */
export interface Arrangement {
  /** What their names contain. */
  readonly term: string
  /** From the largest sum down; otherwise in the order of the columns. */
  readonly isBySize: boolean
}

export function arrangeSeries(series: readonly Series[], { term, isBySize }: Arrangement): readonly Series[] {
  const found = findByName(series, ({ name }) => name, term)
  if (!isBySize) return found
  const getSize = ({ sum }: Series) => sum ?? -Infinity
  return found.toSorted((a, b) => (getSize(a) === getSize(b) ? 0 : getSize(b) - getSize(a)))
}

type FinderProps = {
  readonly shown: readonly Series[]
  /** How many series there are. */
  readonly count: number
  readonly arrangement: Arrangement
  readonly onChange: (arrangement: Arrangement) => void
  readonly onOnly: (names: readonly string[]) => void
}

/** The search field of the toggles, and their order. */
export const SeriesFinder = ({ shown, count, arrangement, onChange, onOnly }: FinderProps) => (
  <>
    <input
      type="search"
      aria-label="Search series"
      placeholder="Search series"
      value={arrangement.term}
      onChange={({ target }) => onChange({ ...arrangement, term: target.value })}
    />
    <Button
      variant="quiet"
      size="small"
      aria-pressed={arrangement.isBySize}
      onClick={() => onChange({ ...arrangement, isBySize: !arrangement.isBySize })}
    >
      Sort by size
    </Button>
    {arrangement.term.trim() !== '' && shown.length > 0 && (
      <Button variant="quiet" size="small" onClick={() => onOnly(shown.map(({ name }) => name))}>
        Only these
      </Button>
    )}
    <p aria-live="polite">{shown.length === count ? '' : `${shown.length} of ${count} series`}</p>
  </>
)

type AidsProps = {
  /** The element around the group of toggles. */
  readonly list: RefObject<HTMLElement | null>
  readonly series: readonly Series[]
  readonly onHighlight: (id: string | null) => void
  readonly onOnly: (names: readonly string[]) => void
}

interface Anchor {
  readonly id: string
  readonly left: number
  readonly top: number
}

const ONLY_WIDTH = 72
/** Less than this in px is no toggle. */
const MIN_HIDDEN = 6

const findToggle = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-series]') : null

/**
 * One tab stop for all toggles, the highlight of the one under the pointer or with the focus, a button beside the one
 * with the focus that shows only its series, and shadows where the list can be scrolled.
 */
export const SeriesAids = ({ list, series, onHighlight, onOnly }: AidsProps) => {
  const [anchor, setAnchor] = useState<Anchor | null>(null)

  useEffect(() => {
    const group = list.current?.querySelector('fieldset') ?? null
    return group === null ? undefined : startRovingFocus(group, '[data-series]')
  }, [list])

  useEffect(() => {
    const box = list.current
    const group = box?.querySelector('fieldset') ?? null
    if (box === null || group === null) return undefined
    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') onHighlight(findToggle(target)?.dataset['series'] ?? null)
    }
    const leave = () => onHighlight(null)
    const focus = ({ target }: FocusEvent) => {
      const toggle = findToggle(target)
      if (toggle === null || !toggle.matches(':focus-visible')) return
      const id = toggle.dataset['series'] ?? ''
      onHighlight(id)
      const end = toggle.offsetLeft + toggle.offsetWidth
      setAnchor({
        id,
        left: Math.max(0, Math.min(end - 26, box.clientWidth - ONLY_WIDTH)),
        top: toggle.offsetTop - group.scrollTop + 2,
      })
    }
    // Once the focus has moved: an element that is removed before takes the focus with it.
    const blur = () =>
      requestAnimationFrame(() => {
        if (box.contains(document.activeElement)) return
        onHighlight(null)
        setAnchor(null)
      })
    group.addEventListener('pointerover', point)
    group.addEventListener('pointerleave', leave)
    box.addEventListener('focusin', focus)
    box.addEventListener('focusout', blur)
    return () => {
      group.removeEventListener('pointerover', point)
      group.removeEventListener('pointerleave', leave)
      box.removeEventListener('focusin', focus)
      box.removeEventListener('focusout', blur)
      onHighlight(null)
    }
  }, [list, onHighlight])

  useEffect(() => {
    const box = list.current
    const group = box?.querySelector('fieldset') ?? null
    if (box === null || group === null) return undefined
    const update = () => {
      const { scrollTop, clientHeight, scrollHeight } = group
      box.toggleAttribute('data-above', scrollTop > MIN_HIDDEN)
      box.toggleAttribute('data-below', scrollTop + clientHeight < scrollHeight - MIN_HIDDEN)
    }
    update()
    group.addEventListener('scroll', update, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(group)
    const changes = new MutationObserver(update)
    changes.observe(group, { childList: true })
    return () => {
      group.removeEventListener('scroll', update)
      observer.disconnect()
      changes.disconnect()
    }
  }, [list])

  const name = series.find(({ id }) => id === anchor?.id)?.name
  if (anchor === null || name === undefined) return null
  return (
    <button
      type="button"
      className="series-only"
      style={{ left: anchor.left, top: anchor.top }}
      aria-label={`Only this: ${name}`}
      onClick={() => onOnly([name])}
    >
      Only this
    </button>
  )
}
