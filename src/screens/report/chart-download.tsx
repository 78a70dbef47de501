import { useRef } from 'react'
import type { ImageFormat } from '../../machines/report-machine.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = { readonly busy: boolean; readonly onChoose: (format: ImageFormat) => void }

const OTHERS: readonly { readonly format: ImageFormat; readonly label: string }[] = [
  { format: 'png', label: 'PNG image' },
  { format: 'svg', label: 'SVG image' },
]

/** `Download Chart` saves a jpg; the menu beside it offers png and svg (R15). */
export const ChartDownload = ({ busy, onChoose }: Props) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  return (
    <div className="flex items-stretch print:hidden">
      <Button busy={busy} className="rounded-r-none" onClick={() => onChoose('jpg')}>
        Download Chart
      </Button>
      <details
        ref={menu}
        className="relative"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      >
        <summary
          aria-label="Other image formats"
          className="flex h-8 cursor-pointer list-none items-center rounded-r-control border border-l-0 border-line bg-surface px-1.5 text-soft shadow-card hover:bg-sunken"
        >
          <Icon name="chevron" />
        </summary>
        <div className="card-surface absolute right-0 z-20 mt-1 flex w-32 flex-col p-1 shadow-lg">
          {OTHERS.map(({ format, label }) => (
            <Button
              key={format}
              variant="quiet"
              size="small"
              className="justify-start"
              onClick={() => {
                close()
                if (!busy) onChoose(format)
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </details>
    </div>
  )
}
