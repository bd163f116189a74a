// One request: which rule it broke, what was sent and how that differs from what is stored, what it changed, and how to send it again.
import type { RequestDetail } from '@walkaround/contract/app/requests.ts'
import { calledOf, toCurl } from '@walkaround/contract/rules/logged-requests.ts'
import type { RequestOperations } from '../../api/requests.ts'
import { useWords } from '../../app/words.tsx'
import { serviceUrl } from '../../places.ts'
import { Button, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Bytes } from '../callbacks/bytes.tsx'
import { GoneNote } from '../gone-note.tsx'
import { useRead } from '../use-read.ts'
import { RequestBadge, useEffects, useHidden } from './request-facts.tsx'

/** The interface is never on plain HTTP, where the demo's pages are. */
const baseUrl = () =>
  location.protocol === 'https:' ? location.href.replace(/\/workshop(\/.*)?$/, '') : '$BASE'

export function RequestSheet(props: {
  id: string
  operations: RequestOperations
  /** So long requests are kept. */
  days: number | undefined
  onClose: () => void
  /** If the list has not been seen. */
  onShowAll: (() => void) | undefined
}) {
  const { t } = useWords()
  const { id, operations } = props
  const { value, error, reload } = useRead(id, () => operations.read(id))
  const copy = () => {
    if (!value) return
    navigator.clipboard.writeText(toCurl(value, baseUrl())).then(
      () => toast(t('requests.copied')),
      () => toast(t('requests.notCopied')),
    )
  }
  return (
    <Sheet
      title={value ? calledOf(value) : t('requests.title')}
      isWide
      onClose={props.onClose}
      footer={
        <div className="actions">
          {value?.operation !== '' && (value || !error) && (
            <Button icon="page" disabled={!value} onClick={copy}>
              {t('requests.copy')}
            </Button>
          )}
          {props.onShowAll && <Button onClick={props.onShowAll}>{t('requests.clear')}</Button>}
          <Button onClick={props.onClose}>{t('app.close')}</Button>
        </div>
      }
    >
      <div className="delivery">
        {!value &&
          (error ? (
            <GoneNote
              error={error}
              title={t('requests.gone')}
              what={props.days ? t('requests.noneWhat', { days: props.days }) : undefined}
              onRetry={reload}
            />
          ) : (
            <Spinner>{t('app.loading')}</Spinner>
          ))}
        {value && <Detail request={value} />}
      </div>
    </Sheet>
  )
}

function Detail({ request }: { request: RequestDetail }) {
  const { t, dayTime, number } = useWords()
  const effects = useEffects()
  const hidden = useHidden()
  const facts: [string, string][] = [
    [t('requests.call'), `${request.method} /v1${request.path}`],
    [
      t('requests.time'),
      `${dayTime(request.at)} · ${t('requests.ms', { n: number(Math.round(request.ms)) })}`,
    ],
    [t('requests.key'), request.keyId],
    [t('requests.requestId'), request.requestId],
  ]
  return (
    <>
      <p className="message-head">
        <RequestBadge request={request} />
        {request.error !== undefined && <strong lang="en">{request.error}</strong>}
      </p>
      <dl className="facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {request.errorCode !== undefined && <Why request={request} />}
      {request.made && request.made.length > 0 && (
        <>
          <h3>{t('requests.made')}</h3>
          <p>{effects(request.made)}</p>
          <ul className="request-made" lang="en">
            {request.made.map(({ kind, subject = '', what, times }) => (
              <li key={`${kind} ${subject}`}>
                {[kind, subject, what, times === undefined ? undefined : `× ${times}`]
                  .filter(Boolean)
                  .join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {request.differences && request.differences.length > 0 && <Differences request={request} />}
      {request.body !== undefined && (
        <>
          <h3>{t('requests.body')}</h3>
          <p className="soft">{t('requests.redacted')}</p>
          <Bytes text={hidden(request.body)} />
        </>
      )}
      {request.body === undefined && request.bodyBytes !== undefined && (
        <p className="soft">{t('requests.bodyNotKept', { n: number(request.bodyBytes) })}</p>
      )}
    </>
  )
}

function Why({ request: { errorCode, info = '', when, decisions } }: { request: RequestDetail }) {
  const { t } = useWords()
  return (
    <>
      <h3>{t('requests.why')}</h3>
      <ul className="request-rules" lang="en">
        {info.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {when !== undefined && (
        <p className="soft" lang="en">
          {when}
        </p>
      )}
      <p className="request-links">
        <a href={serviceUrl(`docs/error-catalogue#${errorCode}`)} target="_blank" rel="noreferrer">
          {t('requests.catalogue', { code: errorCode ?? '' })}
        </a>
        {decisions.map((paragraph) => (
          <a
            key={paragraph}
            href={serviceUrl(`docs/decisions-of-the-interface#${paragraph}`)}
            target="_blank"
            rel="noreferrer"
          >
            {t('requests.paragraph', { paragraph })}
          </a>
        ))}
      </p>
    </>
  )
}

function Differences({ request: { differences = [] } }: { request: RequestDetail }) {
  const { t } = useWords()
  const hidden = useHidden()
  return (
    <>
      <h3>{t('requests.differences')}</h3>
      <p className="soft">{t('requests.differencesWhat')}</p>
      <ul className="request-differences">
        {differences.map(({ path, sent, stored }) => (
          <li key={path}>
            <strong lang="en">{path}</strong>
            <span>
              {t('requests.sent')} <code>{hidden(sent ?? t('requests.leftOut'))}</code>
            </span>
            <span>
              {t('requests.stored')} <code>{hidden(stored ?? t('requests.nothing'))}</code>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
