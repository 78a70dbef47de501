import { Spinner } from './spinner.tsx'

/** A full-page loading message. Screen readers get the text at once; it becomes visible after a short delay. */
export const LoadingScreen = ({ text }: { text: string }) => (
  <output className="flex min-h-[60dvh] animate-appear-late items-center justify-center gap-2 text-soft">
    <Spinner />
    <span>{text}</span>
  </output>
)
