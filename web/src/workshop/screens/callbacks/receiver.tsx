// Where callbacks go: address, key and secret. The key is never shown again, a new secret once.
import type { CallbackReceiver } from '@walkaround/contract/app/callbacks.ts'
import { type FormEvent, useState } from 'preact/compat'
import type { CallbackOperations } from '../../api/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, Field, Note, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import type { Reading } from '../use-read.ts'

export function Receiver(props: {
  operations: CallbackOperations
  reading: Reading<{ set: CallbackReceiver | undefined }>
}) {
  const { t, dayTime } = useWords()
  const { operations, reading } = props
  const [isChanging, change] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [error, setError] = useState<unknown>()
  const set = reading.value?.set
  const test = () => {
    setError(undefined)
    operations.test().then(() => toast(t('callbacks.tested')), setError)
  }
  return (
    <section className="panel" aria-labelledby="callback-receiver">
      <h2 id="callback-receiver">{t('callbacks.receiver')}</h2>
      {!reading.value &&
        (reading.error ? (
          <RefusalNote error={reading.error} onRetry={reading.reload} />
        ) : (
          <Spinner>{t('app.loading')}</Spinner>
        ))}
      {reading.value && !set && <Note tone="soon" title={t('callbacks.noReceiver')} />}
      {set && (
        <dl className="facts">
          <div>
            <dt>{t('callbacks.url')}</dt>
            <dd>{set.url}</dd>
          </div>
          <div>
            <dt>{t('callbacks.key')}</dt>
            <dd>{t('callbacks.keyHint', { hint: set.keyHint })}</dd>
          </div>
          <div>
            <dt>{t('callbacks.signature')}</dt>
            <dd>{t(set.isSigned ? 'callbacks.signed' : 'callbacks.unsigned')}</dd>
          </div>
          <div>
            <dt>{t('callbacks.changedAt')}</dt>
            <dd>{dayTime(set.changedAt)}</dd>
          </div>
        </dl>
      )}
      {secret !== undefined && (
        <Note tone="good" icon="lock" title={t('callbacks.newSecret')}>
          <code className="callback-secret">{secret}</code> {t('callbacks.newSecretWhat')}
        </Note>
      )}
      {error !== undefined && <RefusalNote error={error} />}
      {reading.value && (
        <div className="actions">
          {set && (
            <Button look="main" icon="sending" onClick={test}>
              {t('callbacks.test')}
            </Button>
          )}
          <Button icon="pen" onClick={() => change(true)}>
            {t(set ? 'callbacks.change' : 'callbacks.set')}
          </Button>
        </div>
      )}
      {isChanging && (
        <ReceiverSheet
          operations={operations}
          set={set}
          onClose={() => change(false)}
          onKept={(kept) => {
            change(false)
            setSecret(kept.secret)
            reading.reload()
            toast(t('callbacks.kept'))
          }}
        />
      )}
    </section>
  )
}

type Secret = 'keep' | 'new' | 'none'

function ReceiverSheet(props: {
  operations: CallbackOperations
  set: CallbackReceiver | undefined
  onClose: () => void
  onKept: (kept: CallbackReceiver) => void
}) {
  const { t } = useWords()
  const { set } = props
  const [url, setUrl] = useState(set?.url ?? '')
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState<Secret>(set ? 'keep' : 'new')
  const [error, setError] = useState<unknown>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const change = {
      url: url.trim(),
      ...(key === '' ? {} : { key }),
      ...(secret === 'keep' ? {} : { secret }),
    }
    props.operations.setReceiver(change).then(props.onKept, setError)
  }
  const choices: readonly Secret[] = set ? ['keep', 'new', 'none'] : ['new', 'none']
  return (
    <Sheet title={t(set ? 'callbacks.change' : 'callbacks.set')} onClose={props.onClose}>
      <form className="decision-form" onSubmit={submit} noValidate>
        <div>
          <Field
            label={t('callbacks.url')}
            type="url"
            inputMode="url"
            value={url}
            maxLength={2000}
            autoComplete="off"
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <p className="soft">{t('callbacks.urlWhat')}</p>
        </div>
        <div>
          <Field
            label={t('callbacks.key')}
            type="password"
            value={key}
            maxLength={500}
            autoComplete="new-password"
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <p className="soft">{t('callbacks.keyWhat')}</p>
        </div>
        <Choice
          label={t('callbacks.signature')}
          value={secret}
          options={choices.map((value) => ({ value, label: t(`callbacks.secret.${value}`) }))}
          onChoose={setSecret}
        />
        {error !== undefined && <RefusalNote error={error} />}
        <Button type="submit" look="main" icon="check" isWide disabled={url.trim() === ''}>
          {t('callbacks.keep')}
        </Button>
      </form>
    </Sheet>
  )
}
