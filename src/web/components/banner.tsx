import { Icon } from './icon.tsx'

/** Green texts contain one of these words, all others are red. */
export const isSuccess = (text: string): boolean => text.includes('successfully') || text.includes('Loading')

type Props = {
  readonly text: string
  readonly onClose?: () => void
}

/** A message above the content: a status when green, an alert when red. */
export const Banner = ({ text, onClose }: Props) => {
  const success = isSuccess(text)
  return (
    <div
      role={success ? 'status' : 'alert'}
      data-passing
      className={`flex animate-slide-in items-start gap-2 rounded-control border px-3 py-1.5 ${
        success ? 'border-good-line bg-good-tint text-good' : 'border-bad-line bg-bad-tint text-bad'
      }`}
    >
      <Icon name={success ? 'check' : 'alert'} className="mt-0.5" />
      <span className="min-w-0 flex-1 break-words">{text}</span>
      {onClose !== undefined && (
        <button
          type="button"
          aria-label="Close message"
          onClick={onClose}
          className="-mr-1 rounded p-0.5 hover:bg-surface/60"
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
