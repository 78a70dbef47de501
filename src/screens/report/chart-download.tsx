import type { ImageFormat } from '../../machines/report-machine.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'

type Props = { readonly busy: boolean; readonly onChoose: (format: ImageFormat) => void }

const OTHERS: readonly { readonly format: ImageFormat; readonly label: string }[] = [
  { format: 'png', label: 'PNG image' },
  { format: 'svg', label: 'SVG image' },
]

/** `Download Chart` saves a jpg; the menu beside it offers png and svg (R15). */
export const ChartDownload = ({ busy, onChoose }: Props) => (
  <div className="flex print:hidden">
    <Button busy={busy} className="rounded-r-none" onClick={() => onChoose('jpg')}>
      Download Chart
    </Button>
    <Popover
      label="Other image formats"
      trigger={<Icon name="chevron" />}
      triggerClassName="rounded-l-none border-l-0 px-1.5"
    >
      {(panel) => (
        <div className="flex flex-col">
          {OTHERS.map(({ format, label }) => (
            <Button
              key={format}
              variant="quiet"
              size="small"
              className="justify-start"
              popoverTarget={panel}
              popoverTargetAction="hide"
              onClick={() => onChoose(format)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  </div>
)
