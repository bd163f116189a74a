// Tells a person on every screen that somebody else answered the same question, with a link to it (I1).
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { useLive, useWorkshop } from '../app/context.tsx'
import { askForQuestion } from '../app/focus-request.ts'
import { go, useRoute } from '../app/router.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import type { Store } from '../store/database.ts'
import { findShownPage } from '../store/shown-page.ts'
import { listConflicts } from '../store/taps.ts'
import { Button, Note } from '../ui/parts.tsx'

interface Told {
  surveyId: string
  /** The plate, or another name for the car. */
  car: string
  /** Of the first conflict, if the survey is on the device. */
  questionId?: string
}

const mostTold = 3

export function ConflictNotices() {
  const { t } = useWords()
  const { store, clientId: client } = useWorkshop()
  const clientId = useSignal(client)
  const route = useRoute()
  const openId = 'surveyId' in route ? route.surveyId : undefined
  const told = useLive(
    async () => (clientId === undefined ? [] : listTold(store, clientId, openId)),
    [clientId, openId],
  )
  return told?.slice(0, mostTold).map(({ surveyId, car, questionId }) => (
    <Note
      key={surveyId}
      tone="bad"
      icon="person"
      isAlert
      title={t('conflict.notice', { car })}
      action={
        <Button
          onClick={() => {
            if (questionId !== undefined) askForQuestion(surveyId, questionId)
            go({ screen: 'survey', surveyId })
          }}
        >
          {t('conflict.show')}
        </Button>
      }
    >
      {t('conflict.noticeWhat')}
    </Note>
  ))
}

/**
 * The boards say where conflicts are. For a survey on the device its page is more accurate, because a choice made here counts at
 * once.
 */
async function listTold(store: Store, clientId: string, openId: string | undefined): Promise<Told[]> {
  const boards = await store.boards.where({ clientId }).toArray()
  const cards = boards.toSorted((one, other) => other.readAt - one.readAt).flatMap(({ board }) => board.cards)
  // A survey may be on several boards; the one read last is the most accurate.
  const surveys = new Map<string, { card: BoardCard; conflicts: number | undefined }>()
  for (const card of cards)
    for (const { id, conflicts } of card.surveys) if (!surveys.has(id)) surveys.set(id, { card, conflicts })
  const told: Told[] = []
  for (const [surveyId, { card, conflicts }] of surveys) {
    if (!conflicts && surveyId !== openId) continue
    const car = card.numberPlate ?? card.vehicle ?? card.id
    const page = await findShownPage(store, clientId, surveyId)
    if (!page && conflicts) told.push({ surveyId, car })
    const mine = page && listConflicts(page).find(({ taps }) => taps.versions.some(({ isMine }) => isMine))
    if (mine) told.push({ surveyId, car, questionId: mine.taps.questionId })
  }
  return told
}
