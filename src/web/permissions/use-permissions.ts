import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { useApi } from '../api/api-context.ts'
import { roles, systemUsers } from '../administration/resource.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { readRights, rightsFailureText, saveRights, type Subject } from './permissions-api.ts'
import { type HeldRights, rightsMachine, type SaveInput } from './permissions-machine.ts'

/** The rights machine with its effects. */
export const useRights = ({ show }: Pick<ScreenBanner, 'show'>) => {
  const api = useApi()
  const queries = useQueryClient()
  const machine = useMemo(
    () =>
      rightsMachine.provide({
        actors: {
          load: fromPromise<HeldRights, Subject>(({ input, signal }) => readRights(api, input, signal)),
          save: fromPromise<HeldRights, SaveInput>(({ input }) => saveRights(api, input)),
        },
        actions: {
          tell: (_, { text }) => show(text),
          tellFailure: ({ context }, { error }) => show(rightsFailureText(error, context.kind)),
          renewSubjects: () => {
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
