// Saves a reply. If somebody changed the request meanwhile, it is read again, so that the next try is to the request as it is now.
import type { PartQueueEntry, PartReply, PartRequest } from '@walkaround/contract/dms/parts.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { useWords } from '../../app/words.ts'

export function useReply({ surveyId, request: first }: PartQueueEntry) {
  const { language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const survey = { system_client_id: client.id, survey_id: surveyId }
  /** Undefined: the workshop took it back. */
  const [request, setRequest] = useState<PartRequest | undefined>(first)
  const [isMeanwhile, setMeanwhile] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const readAgain = async () => {
    const page = await call('getSurveyPage', survey, { query: { language } })
    setRequest(page.parts?.find(({ questionId }) => questionId === first.questionId))
    setMeanwhile(true)
  }
  const attempt = async (reply: PartReply): Promise<boolean> => {
    try {
      await call('replyToPartRequest', { ...survey, question_id: first.questionId }, { body: reply })
      return true
    } catch (failed) {
      if (!isOverHere(failed)) throw failed
      await readAgain()
      return false
    }
  }
  const save = async (reply: PartReply): Promise<boolean> => {
    setSaving(true)
    setError(undefined)
    setMeanwhile(false)
    try {
      return await attempt(reply)
    } catch (failed) {
      setError(failed)
      return false
    } finally {
      setSaving(false)
    }
  }
  return { request, save, isSaving, error, meanwhile: isMeanwhile }
}

/** Changed, or taken back. */
const isOverHere = (error: unknown) =>
  error instanceof Refused && (error.kind === 'preconditionFailed' || error.kind === 'noSuchResource')
