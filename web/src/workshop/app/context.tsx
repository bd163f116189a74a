// How screens reach the app: the workshop, live queries of the store, the survey with what was done laid over it.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { liveQuery } from 'dexie'
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { applyEdits } from '../store/apply-edits.ts'
import { listOfSurvey } from '../store/outbox.ts'
import { findPage, isReadBy, touchPage } from '../store/pages.ts'
import { withoutRemoved } from '../store/removals.ts'
import type { MediaItem, OutboxItem } from '../store/tables.ts'
import type { Signal } from './signal.ts'
import type { Workshop } from './workshop.ts'

const WorkshopContext = createContext<Workshop | undefined>(undefined)
export const WorkshopProvider = WorkshopContext.Provider

export function useWorkshop(): Workshop {
  const workshop = useContext(WorkshopContext)
  if (!workshop) throw new Error('outside of the app')
  return workshop
}

export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribe, signal.get)
}

/** Follows a query of the store, also through changes made by other tabs. Undefined until the first answer. */
export function useLive<T>(query: () => Promise<T>, deps: readonly unknown[]): T | undefined {
  const [value, setValue] = useState<{ of: readonly unknown[]; value: T }>()
  useEffect(() => {
    const subscription = liveQuery(query).subscribe({
      next: (next) => setValue({ of: deps, value: next }),
      error: (error) => console.error(error),
    })
    return () => subscription.unsubscribe()
    // biome-ignore lint/correctness/useExhaustiveDependencies: who calls names what the query depends on
  }, deps)
  // An answer about something else must not flash up.
  return value && sameDeps(value.of, deps) ? value.value : undefined
}

const sameDeps = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, index) => Object.is(one, b[index]))

export interface SurveyView {
  /** What the person sees: the server's page with everything done here laid over it. */
  page: SurveyPage
  /** As last read. */
  base: SurveyPage
  items: readonly OutboxItem[]
  media: readonly MediaItem[]
  readAt: number
  /** When the device was asked, by the clock of the page: everything kept before that is in it. */
  queriedAt: number
}

export type SurveyState = { state: 'loading' } | { state: 'absent' } | ({ state: 'ready' } & SurveyView)

/** Reads the survey from the device at once and from the server behind it. */
export function useSurvey(surveyId: string): SurveyState {
  const workshop = useWorkshop()
  const { store } = workshop
  const clientId = useSignal(workshop.clientId)
  const [isTried, setTried] = useState(false)
  const found = useLive(async () => {
    if (clientId === undefined) return undefined
    const queriedAt = performance.now()
    // One snapshot: a change that moves from the outbox into the page must never be in neither.
    const { pages, settings, outbox, media: files } = store
    const login = workshop.session()?.login
    const [row, items, media] = await store.transaction('r', [pages, settings, outbox, files], () =>
      Promise.all([
        findPage(store, clientId, surveyId),
        listOfSurvey(store, clientId, surveyId),
        files.where({ clientId, surveyId }).toArray(),
      ]),
    )
    const own = isReadBy(row, login) ? row : undefined
    return { row: own, items, media: withoutRemoved(media, items), queriedAt }
  }, [clientId, surveyId])
  useEffect(() => {
    if (clientId === undefined) return undefined
    setTried(false)
    const read = () =>
      workshop
        .refreshSurvey(surveyId)
        .then((isRead) => isRead || workshop.openFromBoard(surveyId))
        // The service says that there is none.
        .catch(() => false)
        .finally(() => setTried(true))
    read().then(() => touchPage(store, clientId, surveyId))
    return workshop.follow(surveyId)
  }, [workshop, store, clientId, surveyId])
  const name = workshop.session()?.name
  // On its way from the device to the server a change lies over the page as it did before.
  const laid = found?.items.filter(({ state }) => state !== 'refused') ?? []
  const base = found?.row?.page
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same changes are the same page
  const page = useMemo(() => {
    const changes = laid.map(({ change }) => change)
    return base && applyEdits(base, changes, name === undefined ? undefined : { name })
  }, [base, laid.map(({ id }) => id).join(), name])
  return useMemo((): SurveyState => {
    if (!found?.row || page === undefined)
      return found && isTried ? { state: 'absent' } : { state: 'loading' }
    const { row, items, media, queriedAt } = found
    return { state: 'ready', page, base: row.page, items, media, readAt: row.readAt, queriedAt }
  }, [found, page, isTried])
}
