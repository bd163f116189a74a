// What did not work with a passkey or a code, and what to do next.
import { Refused, Unreachable } from '../../api/problem.ts'
import { useWords } from '../../app/words.tsx'
import type { TextKey } from '../../texts/texts.ts'
import { ErrorNote } from '../../ui/parts.tsx'

type Kind =
  | 'cancelled'
  | 'impossible'
  | 'known'
  | 'last'
  | 'offline'
  | 'over'
  | 'password'
  | 'refused'
  | 'unsupported'
  | 'wait'
  | 'wrong'

export interface Failure {
  kind: Kind
  seconds?: number
}

/** By the names of the catalogue, and those that browsers give. */
const kinds: Readonly<Record<string, Kind>> = {
  secondFactorWrong: 'wrong',
  signInOver: 'over',
  passkeyNeeded: 'last',
  passkeysImpossible: 'impossible',
  wrongPassword: 'password',
  alreadyExists: 'known',
  InvalidStateError: 'known',
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  SecurityError: 'unsupported',
  NotSupportedError: 'unsupported',
}

export function toFailure(error: unknown): Failure {
  if (error instanceof Unreachable)
    return error.retryAfterSeconds === undefined
      ? { kind: 'offline' }
      : { kind: 'wait', seconds: error.retryAfterSeconds }
  const name = error instanceof Refused ? error.kind : (error as Error).name
  return { kind: kinds[name ?? ''] ?? 'refused' }
}

export function FailureNote({ failure, host }: { failure: Failure | undefined; host: string | undefined }) {
  const { t, wait } = useWords()
  if (!failure) return null
  const { kind, seconds = 30 } = failure
  if (kind === 'wait')
    return <ErrorNote title={t('signIn.wait')}>{t('signIn.waitWhat', { time: wait(seconds) })}</ErrorNote>
  if (kind === 'password') return <ErrorNote title={t('account.wrong')} />
  if (kind === 'known') return <ErrorNote title={t('factor.known')} />
  return (
    <ErrorNote title={t(`factor.${kind}` as TextKey)}>
      {t(`factor.${kind}What` as TextKey, { host: host ?? location.host })}
    </ErrorNote>
  )
}
