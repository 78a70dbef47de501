import type { SeriesStyle } from '../../engine/palette.ts'
import { markerPath } from './marker-path.ts'

type Props = { readonly style: SeriesStyle; readonly kind?: 'line' | 'area' }

/** A series' colour with its dash and marker (line), or as an area of its colour. */
export const SeriesSwatch = ({ style: { color, dash, shape }, kind = 'line' }: Props) =>
  kind === 'area' ? (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <rect width="12" height="12" rx="2" fill={color} />
    </svg>
  ) : (
    <svg viewBox="0 0 24 12" aria-hidden="true" className="h-3 w-6 shrink-0">
      <line x1="0" x2="24" y1="6" y2="6" stroke={color} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
      <path d={markerPath(shape)} transform="translate(12 6)" fill={color} />
    </svg>
  )
