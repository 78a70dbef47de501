import { toast } from 'react-hot-toast/headless'

/** A toast for an error that has no banner of its own (R6). The same text again replaces its toast. */
export const notifyError = (text: string): void => {
  toast.error(text, { id: text, duration: 4000 })
}
