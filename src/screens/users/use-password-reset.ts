import { useState } from 'react'
import type { SystemUserRecord } from '../../../schemas/administration-records.ts'
import { Envelope } from '../../../schemas/envelope.ts'
import { useApi } from '../../api/api-context.ts'
import { outdatedBy, recordFailureText } from '../administration/failure.ts'
import { systemUsers } from '../administration/record-source.ts'
import { useExclusiveMutation } from '../administration/use-exclusive-mutation.ts'
import type { ScreenBanner } from '../use-banner.ts'

const TEXTS = {
  refused: 'An error occurred while resetting the password.',
  unexpected: 'An unexpected error occurred while resetting the password.',
}

/** The password lives in the dialog and in the one call only (R25). */
export const usePasswordReset = (banner: ScreenBanner, onGone: (id: number) => void) => {
  const api = useApi()
  const [user, setUser] = useState<SystemUserRecord | null>(null)
  const sending = useExclusiveMutation({
    mutationFn: ({ id, newPassword }: { readonly id: number; readonly newPassword: string }) =>
      api.post(`${systemUsers.path}/${id}/reset-password`, { body: { newPassword }, schema: Envelope }),
    gcTime: 0,
  })
  const close = () => {
    sending.reset()
    setUser(null)
  }
  return {
    /** Whose password is asked for; null while the dialog is closed. */
    user,
    isBusy: sending.isPending,
    ask: setUser,
    cancel: () => {
      if (sending.isRunning()) return
      banner.clear()
      close()
    },
    confirm: (newPassword: string) => {
      if (user === null || sending.isRunning()) return
      banner.clear()
      sending.mutate(
        { id: user.id, newPassword },
        {
          onSuccess: () => {
            banner.show('Password reset successfully!')
            close()
          },
          onError: (error) => {
            banner.show(recordFailureText(error, TEXTS))
            if (outdatedBy(error) === null) return
            onGone(user.id)
            close()
          },
        },
      )
    },
  }
}
