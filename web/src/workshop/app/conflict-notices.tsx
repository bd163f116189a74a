// Tells a person on every screen that somebody else answered the same question, and leads there (I1).
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { askForQuestion } from '../screens/checklist/focus-request.ts'
import { applyEdits } from '../store/apply-edits.ts'
import type { Store } from '../store/database.ts'
import { listOfSurvey } from '../store/outbox.ts'
import { findPage } from '../store/pages.ts'
import { listConflicts } from '../store/taps.ts'
import { Button, Note } from '../ui/parts.tsx'
import { useLive, useSignal, useWorkshop } from './context.tsx'
import { go, useRoute } from './router.tsx'
import { useWords } from './words.tsx'

interface Told {
  surveyId: string
  /** Plate, or what else names the car. */
  car: string
  /** Of the first one, where the survey is on the device. */
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

/** The boards say where; of a survey on the device its page knows better, for a choice made here counts at once. */
async function listTold(store: Store, clientId: string, openId: string | undefined): Promise<Told[]> {
  const boards = await store.boards.where({ clientId }).toArray()
  const cards = boards.toSorted((one, other) => other.readAt - one.readAt).flatMap(({ board }) => board.cards)
  const told = new Map<string, Told>()
  const looked = new Set<string>()
  for (const card of cards)
    for (const { id: surveyId, conflicts } of card.surveys) {
      if (looked.has(surveyId)) continue
      looked.add(surveyId)
      if (!conflicts && surveyId !== openId) continue
      const car = card.numberPlate ?? card.vehicle ?? card.id
      const page = await pageOf(store, clientId, surveyId)
      const mine =
        page && listConflicts(page).filter(({ taps }) => taps.versions.some(({ isMine }) => isMine))
      if (page ? mine?.length === 0 : !conflicts) continue
      const questionId = mine?.[0]?.taps.questionId
      told.set(surveyId, { surveyId, car, ...(questionId === undefined ? {} : { questionId }) })
    }
  return [...told.values()]
}

async function pageOf(store: Store, clientId: string, surveyId: string): Promise<SurveyPage | undefined> {
  const row = await findPage(store, clientId, surveyId)
  if (!row) return undefined
  const items = await listOfSurvey(store, clientId, surveyId)
  const changes = items.filter(({ state }) => state !== 'refused').map(({ change }) => change)
  return applyEdits(row.page, changes)
}
