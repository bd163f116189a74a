// The scripted receiver of the demo: how it replies from now on, and what it has received.
import { useState } from 'preact/compat'
import type { CallbackOperations } from '../../api/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import { Choice } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'
import { Bytes } from './bytes.tsx'

/** A name that only the demo's service knows; the last part of the address decides how it replies. */
const base = 'http://callback-receiver.invalid/demo/callback-receiver/'
const behaviours = ['204', '500', 'slow', 'time-out'] as const
type Behaviour = (typeof behaviours)[number]
/** Sent only to the demo's own receiver. */
const demoKey = 'demo-receiver-key'

export function DemoReceiver(props: {
  operations: CallbackOperations
  subject: string
  pollMs: number
  url: string | undefined
  onChange: () => void
}) {
  const { t, dayTime } = useWords()
  const [error, setError] = useState<unknown>()
  const { url, operations, subject, pollMs } = props
  const received = useRead(`${subject} received`, () => operations.received(), pollMs).value ?? []
  const current = behaviours.find((one) => url === base + one)
  const choose = (behaviour: Behaviour) => {
    setError(undefined)
    props.operations.setReceiver({ url: base + behaviour, key: demoKey }).then(() => {
      toast(t('callbacks.kept'))
      props.onChange()
    }, setError)
  }
  return (
    <section className="panel" aria-labelledby="callback-demo">
      <h2 id="callback-demo">{t('callbacks.demo')}</h2>
      <p className="soft">{t('callbacks.demoWhat')}</p>
      <Choice<Behaviour | ''>
        label={t('callbacks.behaviour')}
        value={current ?? ''}
        options={behaviours.map((value) => ({ value, label: t(`callbacks.behaviour.${value}`) }))}
        onChoose={(value) => value !== '' && choose(value)}
      />
      {error !== undefined && <RefusalNote error={error} />}
      {received.length === 0 ? (
        <p className="soft">{t('callbacks.receivedNone')}</p>
      ) : (
        <>
          <h3>{t('callbacks.received', { n: received.length })}</h3>
          <ul className="received">
            {received.map((one) => (
              <li key={`${one.id} ${one.at}`}>
                <details>
                  <summary>
                    <strong>{dayTime(one.at)}</strong>{' '}
                    <span>
                      {behaviours.some((known) => known === one.behaviour)
                        ? t(`callbacks.behaviour.${one.behaviour as Behaviour}`)
                        : one.behaviour}
                      {one.isSigned && ` · ${t('callbacks.signed')}`}
                    </span>
                    <span className="soft callback-id">{one.id}</span>
                  </summary>
                  <Bytes text={one.body} />
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
