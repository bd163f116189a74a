// The questions of the owner on a survey, as the device has them and as the server sends them, and the answers not sent yet. No markup.
import type { NewAnswer, QuestionThread } from '@walkaround/contract/app/line-questions.ts'
import { problemKindOf } from '@walkaround/contract/problem-kinds.ts'
import { createMessageOperations } from '../../api/messages.ts'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import type { Workshop } from '../../app/workshop.ts'
import { findClockAhead } from '../../store/clock.ts'
import { newId } from '../../store/ids.ts'
import { giveUp } from '../../store/outbox.ts'
import { useList } from '../use-list.ts'

/** Undefined until they were read once. Without `mayRead`, nothing is asked. */
export function useQuestions(surveyId: string, mayRead = true): readonly QuestionThread[] | undefined {
  const { requester } = useWorkshop()
  return useList<readonly QuestionThread[]>(
    `questions ${surveyId} ${mayRead}`,
    async (clientId) => (mayRead ? createMessageOperations(requester, clientId).questions(surveyId) : []),
    (changed) => mayRead && (changed === undefined || changed.subjects.has(`survey/${surveyId}`)),
  )
}

/** An answer that is only on this device, or was refused. */
export interface UnsentAnswer {
  seq: number
  id: string
  questionId: string
  text: string
  at: string
  login: string
  refusal?: { isMeanwhile: boolean; words: string }
}

export function useUnsentAnswers(surveyId: string): readonly UnsentAnswer[] {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const found = useLive(async () => {
    const items = await workshop.store.outbox.where({ clientId: clientId ?? '', surveyId }).sortBy('seq')
    return items.flatMap(({ change, seq = 0, at, login, refusal }): UnsentAnswer[] => {
      if (change.type !== 'putAnswer') return []
      const { questionId, answerId, answer } = change
      const refused = refusal && {
        isMeanwhile: problemKindOf(refusal.code) === 'answeredMeanwhile',
        words: [refusal.error, refusal.info].filter(Boolean).join(': '),
      }
      const unsent = { seq, id: answerId, questionId, text: answer.text, at, login }
      return [refused ? { ...unsent, refusal: refused } : unsent]
    })
  }, [clientId, surveyId])
  return found ?? []
}

/** The question that was asked last, and the last entry: what an answer answers, and what its author has read. */
export function lastOf({ entries }: QuestionThread): { questionId: string; seen: string } {
  const questionId = entries.findLast(({ by }) => by === 'owner')?.id ?? ''
  return { questionId, seen: entries.at(-1)?.id ?? questionId }
}

export async function sendAnswer(
  workshop: Workshop,
  surveyId: string,
  thread: QuestionThread,
  text: string,
): Promise<void> {
  const { questionId, seen } = lastOf(thread)
  const clockAhead = await findClockAhead(workshop.store)
  const at = new Date().toISOString()
  const answer: NewAnswer = { text, seen, at, ...(clockAhead === undefined ? {} : { clockAhead }) }
  await workshop.change(surveyId, [{ type: 'putAnswer', questionId, answerId: newId(), answer }])
}

export const dropAnswer = ({ store }: Workshop, { seq }: UnsentAnswer): Promise<void> => giveUp(store, seq)
