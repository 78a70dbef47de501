import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { useApi } from '../contexts/portal-contexts.ts'
import { roles, systemUsers } from '../administration/resource.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import {
  loadPermissions,
  getPermissionsErrorMessage,
  savePermissions,
  type Principal,
} from './permissions-api.ts'
import { permissionsMachine } from './permissions-machine.ts'
import type { LoadedPermissions, SaveInput } from './permissions-setup.ts'

/** Runs the permissions machine with its effects. */
export const usePermissions = ({ show }: Pick<ScreenBanner, 'show'>) => {
  const api = useApi()
  const queries = useQueryClient()
  const machine = useMemo(
    () =>
      permissionsMachine.provide({
        actors: {
          load: fromPromise<LoadedPermissions, Principal>(({ input, signal }) =>
            loadPermissions(api, input, signal),
          ),
          save: fromPromise<LoadedPermissions, SaveInput>(({ input }) => savePermissions(api, input)),
        },
        actions: {
          notify: (_, { text }) => show(text),
          notifyFailure: ({ context }, { error }) => show(getPermissionsErrorMessage(error, context.kind)),
          reloadPrincipals: () => {
            void queries.invalidateQueries({ queryKey: [roles.path] })
            void queries.invalidateQueries({ queryKey: [systemUsers.path] })
          },
        },
      }),
    [api, queries, show],
  )
  const [snapshot, send] = useMachine(machine)
  return { snapshot, send }
}
