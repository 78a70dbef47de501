const EYE =
  'M1.5 8S3.9 3.7 8 3.7 14.5 8 14.5 8 12.1 12.3 8 12.3 1.5 8 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z'

const paths = {
  shown: EYE,
  hidden: `${EYE}M3 13.5 13 2.5`,
  close: 'M4 4l8 8M12 4l-8 8',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z',
  system: 'M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3',
  alert: 'M8 1.8 15 14H1ZM8 6.2v3.6M8 11.9v.1',
  check: 'M3 8.5l3.2 3L13 4.5',
  user: 'M8 8.2a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM2.8 14c.5-2.6 2.6-4 5.2-4s4.7 1.4 5.2 4',
  chevron: 'M4 6l4 4 4-4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  chart: 'M2.5 2.5v11h11M5 10l2.6-3.2 2.2 1.8L13 4.5',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.5 6.3V13',
}

export type IconName = keyof typeof paths

/** Joins class names and skips those that are false or missing. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ')

/** The props of an icon with a name, or with the path of a screen that loads later. */
type Props = { readonly className?: string } & (
  | { readonly name: IconName; readonly path?: undefined }
  | { readonly name?: undefined; readonly path: string }
)

/** Shows a decorative 16 px icon; its control provides the accessible name. */
export const Icon = ({ name, path, className }: Props) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={classNames('size-4 shrink-0', className)}
  >
    <path d={path ?? paths[name]} />
  </svg>
)

/** Shows the logo of the product: three bars. Styles replace it by that of the settings file. */
export const Logo = ({ className = 'size-6' }: { className?: string }) => (
  <svg data-logo aria-hidden="true" viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
    <rect width="24" height="24" rx="6" fill="var(--color-accent)" />
    <path
      d="M7 17v-4M12 17V7M17 17v-7"
      stroke="var(--color-on-accent)"
      strokeWidth="2.4"
      strokeLinecap="round"
    />
  </svg>
)

/** Shows a spinning ring in the current text colour; the text beside it names what is loading. */
export const Spinner = () => (
  <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 animate-spin">
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
    <path d="M14 8a6 6 0 0 0-6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)
