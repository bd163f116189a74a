// Whether the audit is complete: its chain is followed when somebody asks, in steps, because it may hold the changes of many years.
import type { ReplyBodyOf } from '@walkaround/contract/client.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'

type Followed = ReplyBodyOf<'verifyAudit'>

export function Chain() {
  const { t } = useWords()
  const { followed, error, isBusy, follow } = useFollowing()
  return (
    <section className="panel audit-chain" aria-label={t('audit.chain')}>
      <p>{t('audit.chainWhat')}</p>
      <Button onClick={follow} aria-busy={isBusy} disabled={isBusy}>
        {t('audit.verify')}
      </Button>
      <div role="status">{followed && <Found of={followed} />}</div>
      {error && <RefusalNote error={error} />}
    </section>
  )
}

function Found({ of: { broken, last = 0, lastAt, hash, next, head = 0 } }: { of: Followed }) {
  const { t, dayTime } = useWords()
  if (broken)
    return (
      <p role="alert">
        <strong>{t('audit.broken', { at: broken.position })}</strong> {t('audit.brokenWhat')}
      </p>
    )
  if (next !== undefined) {
    const word = t('audit.verifying', { done: last, all: head })
    return (
      <>
        <p>{word}</p>
        <progress max={head} value={last} aria-label={word} />
      </>
    )
  }
  return lastAt === undefined ? (
    <p>{t('audit.noChain')}</p>
  ) : (
    <>
      <p>{t('audit.verified', { position: last, at: dayTime(lastAt) })}</p>
      <p className="soft audit-hash">{hash}</p>
    </>
  )
}

function useFollowing() {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [followed, setFollowed] = useState<Followed>()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const isOver = useRef(false)
  useEffect(
    () => () => {
      isOver.current = true
    },
    [],
  )
  const follow = async () => {
    setBusy(true)
    setError(undefined)
    setFollowed(undefined)
    try {
      let after: string | undefined
      do {
        const step = await call('verifyAudit', { system_client_id: client.id }, { query: { after } })
        setFollowed(step)
        after = step.next
      } while (after !== undefined && !isOver.current)
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return { followed, error, isBusy, follow }
}
