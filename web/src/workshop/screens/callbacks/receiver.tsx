// Where callbacks go, for the dealership and for sites with a receiver of their own: address, key, secret and further kinds. The key is
// never shown again, a new secret once.
import type { CallbackReceiver, CallbackReceiverChange } from '@walkaround/contract/app/callbacks.ts'
import { type CallbackKind, callbackKindNames } from '@walkaround/contract/callback-kinds.ts'
import { type FormEvent, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, Field, Note, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import type { Reading } from '../use-read.ts'

/** What is done with receivers, in the app and in the console. */
interface ReceiverOperations {
  setReceiver(change: CallbackReceiverChange, siteId?: string): Promise<CallbackReceiver>
  removeReceiver(siteId: string): Promise<unknown>
  test(siteId?: string): Promise<unknown>
}

interface CallbackReceivers {
  receiver?: CallbackReceiver
  sites: (Site & { receiver?: CallbackReceiver })[]
}

interface Site {
  id: string
  name: string
}

/** Whose receiver is being changed. */
interface Changing {
  site?: Site
  set: CallbackReceiver | undefined
}

export function Receivers(props: { operations: ReceiverOperations; reading: Reading<CallbackReceivers> }) {
  const { t } = useWords()
  const { operations, reading } = props
  const [changing, change] = useState<Changing>()
  const [made, setMade] = useState<{ secret: string; site?: Site | undefined }>()
  const [error, setError] = useState<unknown>()
  const { receiver, sites = [] } = reading.value ?? {}
  const attempt = (work: Promise<unknown>, done: string) => {
    setError(undefined)
    work.then(() => toast(done), setError)
  }
  const test = (site?: Site) => attempt(operations.test(site?.id), t('callbacks.tested'))
  const remove = ({ id }: Site) =>
    attempt(operations.removeReceiver(id).then(reading.reload), t('callbacks.removed'))
  // With a single site there is nothing to distribute.
  const hasSites = sites.length > 1 || sites.some((site) => site.receiver)
  return (
    <section className="panel" aria-labelledby="callback-receiver">
      <h2 id="callback-receiver">{t('callbacks.receiver')}</h2>
      {!reading.value &&
        (reading.error ? (
          <RefusalNote error={reading.error} onRetry={reading.reload} />
        ) : (
          <Spinner>{t('app.loading')}</Spinner>
        ))}
      {reading.value && !receiver && <Note tone="soon" title={t('callbacks.noReceiver')} />}
      {receiver && <Facts set={receiver} />}
      {made && (
        <Note tone="good" icon="lock" title={t('callbacks.newSecret')}>
          {made.site && <strong>{made.site.name}: </strong>}
          <code className="callback-secret">{made.secret}</code> {t('callbacks.newSecretWhat')}
        </Note>
      )}
      {error !== undefined && <RefusalNote error={error} />}
      {reading.value && (
        <div className="actions">
          {receiver && (
            <Button look="main" icon="sending" onClick={() => test()}>
              {t('callbacks.test')}
            </Button>
          )}
          <Button icon="pen" onClick={() => change({ set: receiver })}>
            {t(receiver ? 'callbacks.change' : 'callbacks.set')}
          </Button>
        </div>
      )}
      {hasSites && (
        <>
          <h3>{t('callbacks.sites')}</h3>
          <p className="soft">{t('callbacks.sitesWhat')}</p>
          <div className="callback-sites">
            {sites.map(({ receiver: set, ...site }) => (
              <section key={site.id} aria-label={site.name}>
                <strong>{site.name}</strong>
                {set ? <Facts set={set} /> : <p className="soft">{t('callbacks.siteShared')}</p>}
                <div className="actions">
                  {set && (
                    <Button icon="sending" onClick={() => test(site)}>
                      {t('callbacks.test')}
                    </Button>
                  )}
                  <Button icon="pen" onClick={() => change({ site, set })}>
                    {t(set ? 'callbacks.change' : 'callbacks.siteSet')}
                  </Button>
                  {set && (
                    <Button icon="trash" onClick={() => remove(site)}>
                      {t('callbacks.remove')}
                    </Button>
                  )}
                </div>
              </section>
            ))}
          </div>
        </>
      )}
      {changing && (
        <ReceiverSheet
          operations={operations}
          changing={changing}
          onClose={() => change(undefined)}
          onKept={({ secret }) => {
            setMade(secret === undefined ? undefined : { secret, site: changing.site })
            change(undefined)
            reading.reload()
            toast(t('callbacks.kept'))
          }}
        />
      )}
    </section>
  )
}

function Facts({ set }: { set: CallbackReceiver }) {
  const { t, dayTime } = useWords()
  return (
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
        <dt>{t('callbacks.kinds')}</dt>
        <dd>
          {set.kinds.length === 0
            ? t('callbacks.kindsNone')
            : set.kinds.map((kind) => <div key={kind}>{t(`callbacks.kind.${kind}`)}</div>)}
        </dd>
      </div>
      <div>
        <dt>{t('callbacks.changedAt')}</dt>
        <dd>{dayTime(set.changedAt)}</dd>
      </div>
    </dl>
  )
}

type Secret = 'keep' | 'new' | 'none'

function ReceiverSheet(props: {
  operations: ReceiverOperations
  changing: Changing
  onClose: () => void
  onKept: (kept: CallbackReceiver) => void
}) {
  const { t } = useWords()
  const { set, site } = props.changing
  const [url, setUrl] = useState(set?.url ?? '')
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState<Secret>(set ? 'keep' : 'new')
  const [kinds, setKinds] = useState<readonly CallbackKind[]>(set?.kinds ?? [])
  const [error, setError] = useState<unknown>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const change = {
      url: url.trim(),
      ...(key === '' ? {} : { key }),
      ...(secret === 'keep' ? {} : { secret }),
      kinds: [...kinds],
    }
    props.operations.setReceiver(change, site?.id).then(props.onKept, setError)
  }
  const choices: readonly Secret[] = set ? ['keep', 'new', 'none'] : ['new', 'none']
  const title = t(set ? 'callbacks.change' : site ? 'callbacks.siteSet' : 'callbacks.set')
  const toggle = (kind: CallbackKind) =>
    setKinds((now) => (now.includes(kind) ? now.filter((one) => one !== kind) : [...now, kind]))
  return (
    <Sheet title={title} onClose={props.onClose}>
      <form className="decision-form receiver-form" onSubmit={submit} noValidate>
        {site && <strong>{site.name}</strong>}
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
        <fieldset className="choice">
          <legend>{t('callbacks.kinds')}</legend>
          <p className="soft">{t('callbacks.kindsWhat')}</p>
          {callbackKindNames.map((kind) => (
            <label key={kind} className="callback-kind">
              <input type="checkbox" checked={kinds.includes(kind)} onChange={() => toggle(kind)} />
              <span>{t(`callbacks.kind.${kind}`)}</span>
            </label>
          ))}
        </fieldset>
        {error !== undefined && <RefusalNote error={error} />}
        <Button type="submit" look="main" icon="check" isWide disabled={url.trim() === ''}>
          {t('callbacks.keep')}
        </Button>
      </form>
    </Sheet>
  )
}
