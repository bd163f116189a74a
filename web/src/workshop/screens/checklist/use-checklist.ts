// The survey as the checklist needs it: a tap is shown before it is stored, and only changes are rendered.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/compat'
import { type SurveyState, useSurvey, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { applyEdits } from '../../store/apply-edits.ts'
import { share } from '../../store/share.ts'
import { findQuestion } from '../../store/survey-elements.ts'
import type { Change, MediaItem, OutboxItem } from '../../store/tables.ts'
import { toast } from '../../ui/toast.tsx'
import { undoClear } from './answering.ts'

export interface ChecklistView {
  page: SurveyPage
  items: readonly OutboxItem[]
  media: readonly MediaItem[]
  readAt: number
  /** Shown at once; resolves when it is stored on the device. */
  change: (changes: readonly Change[]) => Promise<void>
  /** Shown, but not stored yet. */
  writing: number
  /** The last change could not be stored: the device is full, or forbids it. */
  isFailing: boolean
}

type ChecklistState = { state: 'loading' } | { state: 'absent' } | ({ state: 'ready' } & ChecklistView)

/**
 * A change made here a moment ago. Once the store was read after storing it, only the store counts. The store reports the change
 * itself, so storing it renders nothing.
 */
interface Ahead {
  readonly change: Change
  keptAt?: number
}

/** Only to keep the list short. */
const recentMs = 60_000

export function useChecklist(surveyId: string): ChecklistState {
  const workshop = useWorkshop()
  const { t } = useWords()
  const survey = useSurvey(surveyId)
  const [ahead, setAhead] = useState<readonly Ahead[]>([])
  const [isFailing, setFailing] = useState(false)
  const latest = useRef<SurveyPage>(undefined)
  const keep = useCallback(
    async (changes: readonly Change[]) => {
      if (changes.length === 0) return
      const mine = changes.map((one): Ahead => ({ change: one }))
      // The store already reports changes that were stored long ago.
      const isRecent = ({ keptAt }: Ahead) => keptAt === undefined || keptAt > performance.now() - recentMs
      setAhead((all) => [...all.filter(isRecent), ...mine])
      try {
        await workshop.change(surveyId, changes)
        const keptAt = performance.now()
        for (const one of mine) one.keptAt = keptAt
        setFailing(false)
      } catch (error) {
        console.error(error)
        setFailing(true)
        setAhead((all) => all.filter((one) => !mine.includes(one)))
      }
    },
    [workshop, surveyId],
  )
  const page = usePage(survey, ahead, workshop.session()?.name)
  latest.current = page
  const change = useCallback(
    async (changes: readonly Change[]) => {
      const before = latest.current
      const undo = undoClear(changes, (id) => before && findQuestion(before, id))
      await keep(changes)
      if (undo.length > 0) toast(t('sync.kind.clear'), () => keep(undo))
    },
    [keep, t],
  )
  const media = useSteadyMedia(survey.state === 'ready' ? survey.media : none)
  return useMemo(() => {
    if (survey.state !== 'ready' || page === undefined)
      return { state: survey.state === 'absent' ? 'absent' : 'loading' }
    const writing = notStored(ahead, survey).length
    return {
      state: 'ready',
      page,
      items: survey.items,
      media,
      readAt: survey.readAt,
      change,
      writing,
      isFailing,
    }
  }, [survey, page, media, change, ahead, isFailing])
}

const none: readonly MediaItem[] = []

/** Applies changes that the store does not report yet; equal parts stay the same object. */
function usePage(
  survey: SurveyState,
  ahead: readonly Ahead[],
  name: string | undefined,
): SurveyPage | undefined {
  const kept = useRef<SurveyPage | undefined>(undefined)
  const page = useMemo(() => {
    if (survey.state !== 'ready') return undefined
    const changes = [...draftOf(survey), ...notStored(ahead, survey)]
    const next = applyEdits(survey.page, changes, name === undefined ? undefined : { name })
    return share(kept.current?.survey.id === next.survey.id ? kept.current : undefined, next)
  }, [survey, ahead, name])
  useEffect(() => {
    kept.current = page
  }, [page])
  return page
}

function notStored(
  ahead: readonly Ahead[],
  { items, queriedAt }: Extract<SurveyState, { state: 'ready' }>,
): Change[] {
  const stored = new Set(items.map(({ id }) => id))
  return ahead
    .filter(({ keptAt = Infinity }) => keptAt > queriedAt)
    .map(({ change }) => change)
    .filter((change) => change.type !== 'edit' || !stored.has(change.edit.id))
}

/** Changes the server refused because the survey is completed or closed: the draft stays readable. */
function draftOf({ page, items }: Extract<SurveyState, { state: 'ready' }>): Change[] {
  if (!page.survey.closed && !page.survey.completed) return []
  return items
    .filter(({ state }) => state === 'refused')
    .map(({ change }) => change)
    .filter(
      (change) => change.type !== 'edit' || change.edit.kind === 'answers' || change.edit.kind === 'clear',
    )
}

/** Previews are bytes and read again each time; an unchanged item stays the same object. */
function useSteadyMedia(media: readonly MediaItem[]): readonly MediaItem[] {
  const kept = useRef<readonly MediaItem[]>(none)
  const steady = useMemo(() => {
    const known = new Map(kept.current.map((item) => [item.id, item]))
    const next = media.map((item) => {
      const before = known.get(item.id)
      return before && before.state === item.state && before.offset === item.offset ? before : item
    })
    const isSame =
      next.length === kept.current.length && next.every((item, index) => item === kept.current[index])
    return isSame ? kept.current : next
  }, [media])
  useEffect(() => {
    kept.current = steady
  }, [steady])
  return steady
}
