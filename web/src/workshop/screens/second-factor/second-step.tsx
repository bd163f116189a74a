// Between the password and the session: proves a passkey or a recovery code, or makes the first passkey of somebody who needs one.

import type { SignedIn, SignInProof, SignInStep } from '@walkaround/contract/app/second-factor.ts'
import type { Session } from '@walkaround/contract/app/session.ts'
import { type FormEvent, useEffect, useRef, useState } from 'preact/compat'
import type { Requester } from '../../api/request.ts'
import { createSecondFactorOperations } from '../../api/second-factor.ts'
import { useWords } from '../../app/words.tsx'
import { serviceUrl } from '../../places.ts'
import { Button, Field, Spinner } from '../../ui/parts.tsx'
import { describeAgent } from '../agents.ts'
import { canHavePasskeys, makePasskey, signWithPasskey } from './browser-passkeys.ts'
import { type Failure, FailureNote, toFailure } from './failure-note.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export interface SecondStepProps {
  call: Requester['call']
  /** Begins to work with the session. */
  enter: (session: Session) => Promise<void>
  /** Why the password was not enough. */
  why: string
  /** To the password. */
  onBack: () => void
}

export function SecondStep(props: SecondStepProps) {
  return props.why === 'passwordsOff' ? <AtProvider onBack={props.onBack} /> : <ProveStep {...props} />
}

/** The password is right and opens nothing any more: only whoever has it gets here. */
function AtProvider({ onBack }: Pick<SecondStepProps, 'onBack'>) {
  const { t, language } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const to = location.href.slice(serviceUrl('').length)
  return (
    <div className="at-provider">
      <h1 ref={heading} tabIndex={-1}>
        {t('factor.atProvider')}
      </h1>
      <p>{t('factor.atProviderWhat')}</p>
      <a
        className="button main wide"
        href={serviceUrl(`sign-in/start?${new URLSearchParams({ to, lang: language })}`)}
      >
        {t('signIn.company')}
      </a>
      <Button look="quiet" isWide onClick={onBack}>
        {t('factor.back')}
      </Button>
    </div>
  )
}

function ProveStep({ call, enter, why, onBack }: SecondStepProps) {
  const { t } = useWords()
  const operations = createSecondFactorOperations({ call })
  const [step, setStep] = useState<SignInStep>()
  const [failure, setFailure] = useState<Failure>()
  const [isWorking, setWorking] = useState(true)
  const [isByCode, setByCode] = useState(false)
  const [code, setCode] = useState('')
  const [name, setName] = useState(describeAgent(navigator.userAgent) ?? '')
  const [done, setDone] = useState<SignedIn>()
  const heading = useRef<HTMLHeadingElement>(null)

  const work = async (what: () => Promise<void>) => {
    setWorking(true)
    setFailure(undefined)
    try {
      await what()
    } catch (error) {
      setFailure(toFailure(error))
    }
    setWorking(false)
  }
  const read = () =>
    work(async () => {
      const read = await operations.readStep()
      setStep(read)
      setByCode(read.kind === 'prove' && (!read.request || !canHavePasskeys()))
      if (read.kind === 'enrol' && !canHavePasskeys()) setFailure({ kind: 'unsupported' })
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    heading.current?.focus()
    if (why === 'passkeysImpossible') {
      setFailure({ kind: 'impossible' })
      setWorking(false)
    } else read()
  }, [])
  const finish = async (proof: SignInProof) => {
    const signedIn = await operations.finish(proof)
    if (signedIn.recoveryCodes) setDone(signedIn)
    else await enter(signedIn.session)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWorking || !step) return
    const { request, creation } = step
    work(async () => {
      if (isByCode) await finish({ recoveryCode: code })
      else if (creation) await finish({ passkey: await makePasskey(creation, name.trim() || 'Passkey') })
      else if (request) await finish({ assertion: await signWithPasskey(request) })
    })
  }

  if (done?.recoveryCodes)
    return <RecoveryCodes isWhole codes={done.recoveryCodes} onKept={() => enter(done.session)} />
  const isEnrolling = step?.kind === 'enrol'
  const isOver = failure?.kind === 'over' || failure?.kind === 'impossible'
  return (
    <form onSubmit={submit} aria-busy={isWorking}>
      <h1 ref={heading} tabIndex={-1}>
        {t(isEnrolling ? 'factor.enrolTitle' : 'factor.stepTitle')}
      </h1>
      <FailureNote failure={failure} host={step?.request?.rpId ?? step?.creation?.rp.id} />
      {step && !isOver && (
        <p>{t(isEnrolling ? 'factor.enrolWhat' : isByCode ? 'factor.codeWhat' : 'factor.stepWhat')}</p>
      )}
      {step && !isOver && isEnrolling && (
        <Field
          label={t('factor.name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {step && !isOver && isByCode && (
        <Field
          label={t('factor.code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellcheck={false}
          required
        />
      )}
      {isWorking && <Spinner>{t('app.loading')}</Spinner>}
      {!isWorking && step && !isOver && (
        <>
          <Button type="submit" look="main" isWide>
            {t(isEnrolling ? 'factor.enrolTitle' : isByCode ? 'factor.confirm' : 'factor.use')}
          </Button>
          {!isEnrolling && step.recoveryCodes !== undefined && !isByCode && (
            <Button isWide onClick={() => setByCode(true)}>
              {t('factor.useCode')}
            </Button>
          )}
          {isByCode && step.request && canHavePasskeys() && (
            <Button isWide onClick={() => setByCode(false)}>
              {t('factor.use')}
            </Button>
          )}
        </>
      )}
      {!isWorking && !step && !isOver && <Button onClick={read}>{t('factor.again')}</Button>}
      {!isWorking && (
        <Button look={isOver ? 'main' : 'quiet'} isWide onClick={onBack}>
          {t('factor.back')}
        </Button>
      )}
    </form>
  )
}
