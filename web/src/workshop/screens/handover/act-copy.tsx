// The copy of the signed act: a code that the customer scans. A tap makes the link; without a network it says where the act will be.
import type { ActCopy as Copy } from '@walkaround/contract/app/reception.ts'
import { useState } from 'preact/compat'
import { ofSurvey } from '../../api/operations.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import type { ShownSignature } from '../../store/act.ts'
import { Button, ErrorNote, Note, Spinner } from '../../ui/parts.tsx'
import { QrCode } from './qr.tsx'
import { isHere } from './signing.ts'

type State = 'idle' | 'working' | 'failed' | 'withdrawn' | Copy

/** `isForCustomer`: who signed takes the code; only staff withdraw it. */
export function ActCopy(props: { surveyId: string; signed: ShownSignature; isForCustomer?: boolean }) {
  const { t, date } = useWords()
  const { requester, clientId: chosen, isOnline: online } = useWorkshop()
  const clientId = useSignal(chosen) ?? ''
  const isOnline = useSignal(online)
  const [state, setState] = useState<State>('idle')
  const of = ofSurvey(clientId, props.surveyId)
  const make = () => {
    setState('working')
    requester.call('addActCopy', of).then(setState, () => setState('failed'))
  }
  const withdraw = (link_id: string) => {
    requester.call('withdrawActCopy', { ...of, link_id }).then(
      () => setState('withdrawn'),
      () => setState('failed'),
    )
  }
  return (
    <section className="panel" aria-label={t('copy.title')}>
      <h2>{t('copy.title')}</h2>
      {typeof state === 'object' ? (
        <div className="copy">
          <QrCode text={state.url} label={t('copy.code')} />
          <div className="copy-words">
            <p>{t('copy.what')}</p>
            <p className="soft">{t('copy.until', { date: date(state.validUntil) })}</p>
            {!props.isForCustomer && (
              <Button icon="trash" onClick={() => withdraw(state.id)}>
                {t('copy.withdraw')}
              </Button>
            )}
          </div>
        </div>
      ) : state === 'working' ? (
        <Spinner>{t('app.loading')}</Spinner>
      ) : !isOnline ? (
        <Note tone="plain" icon="offline" title={t('copy.offline')} />
      ) : isHere(props.signed) ? (
        <Spinner>{t('copy.waiting')}</Spinner>
      ) : (
        <>
          {state === 'failed' && <ErrorNote title={t('copy.failed')} />}
          {state === 'withdrawn' && <Note tone="good" title={t('copy.withdrawn')} />}
          <div className="actions">
            <Button look="main" icon="scan" onClick={make}>
              {t('copy.show')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
