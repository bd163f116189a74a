// Says what was done with work, and keeps it beside the list as it was read. A colleague's change is told, and the list read again.
import type { FollowUp, FollowUpAct, PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import { type ReactNode, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Note } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { keyOf } from './cars.ts'

export type Act = Omit<FollowUpAct, 'revision'>
/** `said`: the act in words. */
export type DoAct = (work: readonly PutOffWork[], act: Act, said: string) => Promise<void>

interface FollowUps {
  since: ReadonlyMap<string, FollowUp>
  act: DoAct
  /** What went wrong, if anything did. */
  note: ReactNode
}

export function useFollowUps(reload: () => void): FollowUps {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [since, setSince] = useState<ReadonlyMap<string, FollowUp>>(new Map())
  const [error, setError] = useState<unknown>()
  const put = async (work: readonly PutOffWork[], act: Act): Promise<PutOffWork[]> => {
    const done: PutOffWork[] = []
    for (const one of work) {
      const { surveyId, quoteId, followUp } = one
      const params = {
        system_client_id: client.id,
        survey_id: surveyId,
        quote_id: quoteId,
        act_id: crypto.randomUUID(),
      }
      const now = await call('putFollowUpAct', params, { body: { ...act, revision: followUp.revision } })
      done.push({ ...one, followUp: now })
      setSince((before) => new Map(before).set(keyOf(one), now))
    }
    return done
  }
  const attempt = async (work: readonly PutOffWork[], act: Act): Promise<PutOffWork[] | undefined> => {
    setError(undefined)
    try {
      return await put(work, act)
    } catch (failed) {
      setError(failed)
      if (isMeanwhile(failed)) reload()
      return undefined
    }
  }
  const act: DoAct = async (work, wanted, said) => {
    const done = await attempt(work, wanted)
    if (!done) return
    const isEnd = wanted.act === 'done' || wanted.act === 'stop'
    toast(t('later.noted', { what: said }), isEnd ? () => void attempt(done, { act: 'undo' }) : undefined)
  }
  const note =
    error === undefined ? null : isMeanwhile(error) ? (
      <Note tone="soon" isAlert title={t('later.meanwhile')}>
        {t('later.meanwhileWhat')}
      </Note>
    ) : (
      <RefusalNote error={error} />
    )
  return { since, act, note }
}

const isMeanwhile = (error: unknown) => error instanceof Refused && error.kind === 'preconditionFailed'
