import type { Series } from '../../../report/table/report-table.ts'
import { Button } from '../button.tsx'
import { findByName } from '../find-names.ts'

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
