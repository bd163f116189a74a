// Where callbacks go, for the dealership and for sites with a receiver of their own, and a test of each. They are changed in the console,
// which brings the form; the app leads there.
import type { CallbackReceiver } from '@walkaround/contract/app/callbacks.ts'
import { type ReactNode, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, Note, Spinner } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import type { Reading } from '../use-read.ts'

interface CallbackReceivers {
  receiver?: CallbackReceiver
  sites: (Site & { receiver?: CallbackReceiver })[]
}

interface Site {
  id: string
  name: string
}

/** Whose receiver is being changed: that of the dealership, or of a site. */
export interface Changing {
  site?: Site | undefined
  set: CallbackReceiver | undefined
}

/** What the form that changes one tells. */
export interface ChangeForm {
  changing: Changing
  onClose(): void
  onKept(secret: string | undefined): void
}

/** What the sheet that takes one away is told. */
export interface Removal {
  site: Site
  set: CallbackReceiver
  /** Sites without their own have one. */
  isShared: boolean
  onClose(): void
  onRemoved(): void
}

interface Props {
  reading: Reading<CallbackReceivers>
  test(siteId?: string): Promise<unknown>
  /** Where they are changed, or how. */
  change:
    | { href: string }
    | { form: (form: ChangeForm) => ReactNode; removal: (removal: Removal) => ReactNode }
}

export function Receivers({ reading, test: send, change: way }: Props) {
  const { t } = useWords()
  const [changing, change] = useState<Changing>()
  const [removing, remove] = useState<Pick<Removal, 'site' | 'set'>>()
  const [made, setMade] = useState<{ secret: string; site?: Site | undefined }>()
  const [error, setError] = useState<unknown>()
  const { receiver, sites = [] } = reading.value ?? {}
  const test = (site?: Site) => {
    setError(undefined)
    send(site?.id).then(() => toast(t('callbacks.tested')), setError)
  }
  const changer = (of: Changing, word: string) =>
    'href' in way ? (
      <a className="button plain" href={way.href}>
        {word}
      </a>
    ) : (
      <Button icon="pen" onClick={() => change(of)}>
        {word}
      </Button>
    )
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
      {receiver && <ReceiverFacts set={receiver} />}
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
          {changer({ set: receiver }, t(receiver ? 'callbacks.change' : 'callbacks.set'))}
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
                {set ? <ReceiverFacts set={set} /> : <p className="soft">{t('callbacks.siteShared')}</p>}
                <div className="actions">
                  {set && (
                    <Button icon="sending" onClick={() => test(site)}>
                      {t('callbacks.test')}
                    </Button>
                  )}
                  {changer({ site, set }, t(set ? 'callbacks.change' : 'callbacks.siteSet'))}
                  {set && 'removal' in way && (
                    <Button icon="trash" onClick={() => remove({ site, set })}>
                      {t('callbacks.remove')}
                    </Button>
                  )}
                </div>
              </section>
            ))}
          </div>
        </>
      )}
      {changing &&
        'form' in way &&
        way.form({
          changing,
          onClose: () => change(undefined),
          onKept: (secret) => {
            setMade(secret === undefined ? undefined : { secret, site: changing.site })
            change(undefined)
            reading.reload()
          },
        })}
      {removing &&
        'removal' in way &&
        way.removal({
          ...removing,
          isShared: receiver !== undefined,
          onClose: () => remove(undefined),
          onRemoved: reading.reload,
        })}
    </section>
  )
}

export function ReceiverFacts({ set }: { set: CallbackReceiver }) {
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
