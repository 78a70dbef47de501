/** A spinning ring in the current text colour; the text beside it names what is loading. */
export const Spinner = () => (
  <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 animate-spin">
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.25" />
    <path d="M14 8a6 6 0 0 0-6-6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

/** A full-page loading message. Screen readers get the text at once; it becomes visible after a short delay. */
export const LoadingScreen = ({ text }: { text: string }) => (
  <output className="flex min-h-[60dvh] animate-appear-late items-center justify-center gap-2 text-soft">
    <Spinner />
    <span>{text}</span>
  </output>
)
