// The survey as the checklist needs it: a tap is on the screen before it is on the disk, and only what changed is drawn.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
  /** Shown at once; resolves when it is safe on the device. */
  change: (changes: readonly Change[]) => Promise<void>
  /** Shown, and not on the disk yet. */
  writing: number
  /** The last change could not be kept: the device is full, or forbids it. */
  isFailing: boolean
}

export type ChecklistState = { state: 'loading' } | { state: 'absent' } | ({ state: 'ready' } & ChecklistView)

/**
 * Done here a moment ago. Once the store was asked after it had kept it, the store's word counts alone; it tells of it by
 * itself, so that being kept draws nothing.
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
      // What has been kept for long is told by the store.
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

/** What is done here and not told by the store yet is laid on top; what is equal stays the same object. */
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

/** What the server no longer took because the survey is completed or closed: the draft stays readable as it was made. */
function draftOf({ page, items }: Extract<SurveyState, { state: 'ready' }>): Change[] {
  if (!page.survey.closed && !page.survey.completed) return []
  return items
    .filter(({ state }) => state === 'refused')
    .map(({ change }) => change)
    .filter(
      (change) => change.type !== 'edit' || change.edit.kind === 'answers' || change.edit.kind === 'clear',
    )
}

/** Previews are bytes and read anew each time; an item that is where it was is the same item. */
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
