import { notifyError } from '../ui/notify.ts'

/** Tells of a lost connection, which no banner tells (R6). */
export const watchConnection = (): void => {
  addEventListener('offline', () => {
    notifyError('The connection is lost. What you see may be out of date.')
  })
}
