// How screens reach the app: the workshop, live queries of the store, and the survey with local changes applied.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { liveQuery } from 'dexie'
import { createContext, useContext, useEffect, useMemo, useState } from 'preact/compat'
import { maySee, type OwnScreen, ownScreenList } from '../paths.ts'
import type { Right, SessionClient } from '../rights.ts'
import { applyEdits } from '../store/apply-edits.ts'
import type { Opening } from '../store/opening.ts'
import { findPage, isReadBy, touchPage } from '../store/pages.ts'
import { withoutRemoved } from '../store/removals.ts'
import { share } from '../store/share.ts'
import { listOfSurvey } from '../store/survey-outbox.ts'
import type { MediaItem, OutboxItem } from '../store/tables.ts'
import { useSignal } from './use-signal.ts'
import type { Workshop } from './workshop.ts'

const WorkshopContext = createContext<Workshop | undefined>(undefined)
export const WorkshopProvider = WorkshopContext.Provider

export function useWorkshop(): Workshop {
  const workshop = useContext(WorkshopContext)
  if (!workshop) throw new Error('outside of the app')
  return workshop
}

/** The chosen dealership, with the person's role there. */
export function useClient(): SessionClient | undefined {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  return workshop.session()?.clients.find(({ id }) => id === clientId)
}

/** Undefined while nobody is known. */
export function useRight(right: Right): boolean | undefined {
  const client = useClient()
  return client && right(client)
}

/** Screens reachable from here that this person may see. */
export function useScreensFrom(place: OwnScreen['from']) {
  const client = useClient()
  return ownScreenList.filter((screen) => screen.from === place && maySee(screen, client))
}

/**
 * Follows a query of the store, including changes made by other tabs. Undefined until the first result. `first` finds it in what was
 * read before the app was here; the query itself waits until that is painted.
 */
export function useLive<T>(
  query: () => Promise<T>,
  deps: readonly unknown[],
  first?: (opening: Opening) => T | undefined,
): T | undefined {
  const { opening } = useWorkshop()
  const [value, setValue] = useState<{ of: readonly unknown[]; value: T } | undefined>(() => {
    const read = opening.get()
    const found = read && first?.(read)
    return found === undefined ? undefined : { of: deps, value: found }
  })
  useAfterOpening(() => {
    const subscription = liveQuery(query).subscribe({
      next: (next) =>
        setValue((before) => {
          const shared = first && before && sameDeps(before.of, deps) ? share(before.value, next) : next
          return before && Object.is(before.value, shared) ? before : { of: deps, value: shared }
        }),
      error: (error) => console.error(error),
    })
    return () => subscription.unsubscribe()
  }, deps)
  // The result of an earlier query must not be shown for a moment.
  return value && sameDeps(value.of, deps) ? value.value : undefined
}

/** An effect that waits until the first screen is painted. */
export function useAfterOpening(effect: () => (() => void) | undefined, deps: readonly unknown[]): void {
  const { opening } = useWorkshop()
  useEffect(() => {
    let end: (() => void) | undefined
    let isBegun = false
    const begin = () => {
      if (isBegun || opening.get() !== undefined) return
      isBegun = true
      end = effect()
    }
    begin()
    const leave = opening.subscribe(begin)
    return () => {
      leave()
      end?.()
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: who calls names what the effect depends on
  }, deps)
}

const sameDeps = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, index) => Object.is(one, b[index]))

export interface SurveyView {
  /** What the person sees: the server's page with local changes applied. */
  page: SurveyPage
  /** As last read from the server. */
  base: SurveyPage
  items: readonly OutboxItem[]
  media: readonly MediaItem[]
  readAt: number
  /** When the store was queried, by the page's clock: everything stored before that is included. */
  queriedAt: number
}

export type SurveyState = { state: 'loading' } | { state: 'absent' } | ({ state: 'ready' } & SurveyView)

/** Reads the survey from the device at once and then from the server. */
export function useSurvey(surveyId: string): SurveyState {
  const workshop = useWorkshop()
  const { store } = workshop
  const clientId = useSignal(workshop.clientId)
  const [isTried, setTried] = useState(false)
  const found = useLive(async () => {
    if (clientId === undefined) return undefined
    const queriedAt = performance.now()
    // One snapshot: a change that moves from the outbox into the page must always be in one of them.
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
        // The service says that it does not exist.
        .catch(() => false)
        .finally(() => setTried(true))
    read().then(() => touchPage(store, clientId, surveyId))
    return workshop.follow(surveyId)
  }, [workshop, store, clientId, surveyId])
  const name = workshop.session()?.name
  // While a change is being sent, it stays applied to the page.
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
