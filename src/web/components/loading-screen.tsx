import { Spinner } from './spinner.tsx'

/** A whole screen that waits; the text appears at once to the ear, to the eye when the wait is not short. */
export const LoadingScreen = ({ text }: { text: string }) => (
  <output className="flex min-h-[60dvh] animate-appear-late items-center justify-center gap-2 text-soft">
    <Spinner />
    <span>{text}</span>
  </output>
)
