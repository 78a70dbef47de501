import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { DefinitionText, getTextPath, mergeTexts } from '../../../schemas/api/definitions.ts'
import type { Client } from '../api/client.ts'
import { parseText } from '../api/parse-text.ts'
import { valuesOfTab } from '../api/session-store.ts'
import { createSessionHook, useSession } from '../contexts/portal-contexts.ts'
import type { DraftCheck, DraftScreen } from './draft-checks.ts'
import type { TaskAnswer, TaskMessage, Tasks } from './check-worker.ts'
import type { BegunFile } from './pasted-records.tsx'
import { trustWorker } from './trusted-texts.ts'

export interface StudioState {
  /** The definitions that the server runs; null while they load. */
  readonly texts: readonly DefinitionText[] | null
  /** The texts that differ. The tab keeps them for the next session of the user. */
  readonly drafts: readonly DefinitionText[]
  readonly check: DraftCheck | null
  /** The last screen without an error of the report at `path`. */
  readonly screen: DraftScreen | null
  readonly isChecking: boolean
  readonly failure: string | null
}

export type Studio = ReturnType<typeof createStudio>

const Definitions = z.object({ records: z.array(DefinitionText) })
const PAUSE_MS = 300

/** Keeps the definitions and drafts of a session, and checks them after each pause in typing. */
function createStudio(api: Client) {
  let state: StudioState = {
    texts: null,
    drafts: [],
    check: null,
    screen: null,
    isChecking: false,
    failure: null,
  }
  let path = ''
  let key = ''
  let workers: { readonly own: RunTask; readonly whole: RunTask } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let round = 0
  let begun: BegunFile | null = null
  const listeners = new Set<() => void>()
  // The check of all definitions keeps nobody who types waiting.
  const start = () => (workers ??= { own: startChecker(), whole: startChecker() })
  const run: RunTask = (task, input) => start().own(task, input)
  const set = (change: Partial<StudioState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const check = async () => {
    round += 1
    const currentRound = round
    set({ isChecking: true })
    const task = { drafts: state.drafts, path }
    try {
      // The open file first: it is what people look at.
      if (path !== '') {
        const first = await run('check', { ...task, isWhole: false })
        if (currentRound !== round) return
        set({
          check: state.check && mergeChecks(state.check, first, path),
          screen: first.screen ?? state.screen,
        })
      }
      const check = await start().whole('check', { ...task, isWhole: true })
      if (currentRound !== round) return
      set({ check, screen: check.screen ?? state.screen, isChecking: false, failure: null })
    } catch {
      if (currentRound === round) set({ isChecking: false, failure: 'The definitions could not be checked.' })
    }
  }
  const listChanged = (files: readonly DefinitionText[], texts = state.texts) => {
    const running = new Map(texts?.map((file) => [getTextPath(file), file.text]))
    return files.filter((file) => running.get(getTextPath(file)) !== file.text)
  }
  const setDrafts = (drafts: readonly DefinitionText[]) => {
    valuesOfTab.set(key, drafts.length === 0 ? null : JSON.stringify(drafts))
    set({ drafts, isChecking: true })
    clearTimeout(timer)
    timer = setTimeout(() => void check(), PAUSE_MS)
  }
  return {
    get: () => state,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    run,
    load: async (username: string) => {
      if (state.texts !== null) return
      key = `studio:${username}`
      const kept = parseText(z.array(DefinitionText), valuesOfTab.get(key) ?? '') ?? []
      try {
        const { records: texts } = await api.get('/v1/definitions', { schema: Definitions })
        set({ texts, drafts: listChanged(kept, texts), failure: null })
        await Promise.all([run('open', texts), start().whole('open', texts)])
        await check()
      } catch {
        set({ failure: 'The definitions could not be loaded.' })
      }
    },
    /** Keeps the file with which a table began: previews show its rows. */
    keepFile: (file: BegunFile) => {
      begun = file
    },
    /** Finds the file with which a table of a screen began; null without one. */
    findFile: ({ tables }: DraftScreen) => (begun !== null && tables.includes(begun.dataset) ? begun : null),
    /** Sets the drafts of files; a text equal to that of the server is no draft. */
    edit: (files: readonly DefinitionText[]) => setDrafts(listChanged(mergeTexts(state.drafts, files))),
    discard: (discarded: string) => setDrafts(state.drafts.filter((file) => getTextPath(file) !== discarded)),
    discardAll: () => setDrafts([]),
    open: (opened: string) => {
      if (path === opened) return
      path = opened
      set({ screen: null })
      // A check under way may be about another file.
      if (state.texts !== null) void check()
    },
  }
}

const mergeChecks = (all: DraftCheck, { problems, screen }: DraftCheck, path: string): DraftCheck => ({
  ...all,
  screen,
  problems: [
    ...all.problems.filter(({ file }) => file !== path),
    ...problems.filter(({ file }) => file === path),
  ],
})

const useSessionStudio = createSessionHook(createStudio)

/** Returns the studio of the session and its state; loads it first. */
export function useStudio() {
  const studio = useSessionStudio()
  const state = useSyncExternalStore(studio.subscribe, studio.get)
  const { username } = useSession()
  const load = useCallback(() => void studio.load(username), [studio, username])
  useEffect(load, [load])
  const { texts, drafts } = state
  return { ...state, studio, load, files: useMemo(() => mergeTexts(texts ?? [], drafts), [texts, drafts]) }
}

/** Runs a task of the worker; rejects with the error of the task. */
export type RunTask = <K extends keyof Tasks>(
  task: K,
  input: Parameters<Tasks[K]>[0],
) => Promise<Awaited<ReturnType<Tasks[K]>>>

function startChecker(): RunTask {
  const worker = new Worker(trustWorker(), { type: 'module' })
  return (task, input) =>
    new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel()
      const ended = new AbortController()
      port1.addEventListener('message', ({ data }: MessageEvent<TaskAnswer>) => {
        ended.abort()
        port1.close()
        if ('error' in data) reject(new Error(data.error))
        else resolve(data.result as never)
      })
      port1.start()
      worker.addEventListener('error', ({ message }) => reject(new Error(message)), { signal: ended.signal })
      worker.postMessage({ task, input: input as never } satisfies TaskMessage, [port2])
    })
}
