// The log of requests: what the DMS called, how it was answered, and why it was refused. Repeats in a row are one row.
import type { LoggedRequest } from '@walkaround/contract/app/requests.ts'
import { calledOf, groupRepeats, type RepeatedRequest } from '@walkaround/contract/rules/logged-requests.ts'
import { memo, useMemo, useState } from 'preact/compat'
import { createRequestOperations } from '../../api/requests.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import type { LogRoute } from '../../paths.ts'
import type { SessionClient } from '../../rights.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Empty, Note, Spinner } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { rowId, useLog } from '../use-log.ts'
import { useRead } from '../use-read.ts'
import { RequestBadge, useEffects } from './request-facts.tsx'
import { RequestFilters, requestFilterNames, toFilter } from './request-filters.tsx'
import { RequestSheet } from './request-sheet.tsx'

const followMs = 2_000

export function RequestsScreen({ route }: { route: LogRoute }) {
  return (
    <SettingsPage screen="requests" what="requests.what" forWhom="requests.forWhom" className="requests">
      {(client) => <Log key={client.id} client={client} route={route} />}
    </SettingsPage>
  )
}

function Log({ client: { id: clientId }, route }: { client: SessionClient; route: LogRoute }) {
  const { t } = useWords()
  const { requester } = useWorkshop()
  const operations = createRequestOperations(requester, clientId)
  const log = useLog(route, requestFilterNames)
  const filter = toFilter(log.filter)
  const asked = JSON.stringify(filter)
  const [wanted, setWanted] = useState({ asked, pages: 1 })
  const pages = wanted.asked === asked ? wanted.pages : 1
  const [isFollowed, setFollowed] = useState(true)
  const about = useRead(clientId, operations.describe)
  const { value, error, reload } = useRead(
    `${clientId} ${asked} ${pages}`,
    () => operations.list(filter, pages),
    isFollowed && pages === 1 ? followMs : undefined,
  )
  const groups = useMemo(() => groupRepeats(value?.requests ?? []), [value])
  return (
    <>
      {about.value?.days === 0 && <Note tone="soon" title={t('requests.off')} />}
      <RequestFilters about={about.value} filter={filter} onAsk={log.ask} onAskAll={log.askAll} />
      <section className="panel" aria-labelledby="request-log">
        <div className="outbox-head">
          <h2 id="request-log">{t('requests.log')}</h2>
          <Button icon={isFollowed ? 'pause' : 'play'} onClick={() => setFollowed(!isFollowed)}>
            {t(isFollowed ? 'requests.pause' : 'requests.follow')}
          </Button>
        </div>
        {!value &&
          (error ? <RefusalNote error={error} onRetry={reload} /> : <Spinner>{t('app.loading')}</Spinner>)}
        {value?.requests.length === 0 && !value.isMore && (
          <Empty
            icon="search"
            title={t('requests.none')}
            what={t(asked === '{}' ? 'requests.noneWhat' : 'requests.noneSuch', {
              days: about.value?.days ?? 0,
            })}
          />
        )}
        {value?.requests.length === 0 && value.isMore && <p className="soft">{t('requests.noneYet')}</p>}
        {value && value.requests.length > 0 && (
          <ul>
            {groups.map((group) => (
              <li key={group.request.id}>
                {group.request.dropped === undefined ? (
                  <button
                    type="button"
                    id={rowId(group.request.id)}
                    className="row-button"
                    onClick={() => log.open(group.request.id)}
                  >
                    <Row group={group} />
                    <Icon name="next" size={20} />
                  </button>
                ) : (
                  <Dropped request={group.request} n={group.request.dropped} />
                )}
              </li>
            ))}
          </ul>
        )}
        {value?.isMore && (
          <Button onClick={() => setWanted({ asked, pages: pages + 1 })}>{t('requests.more')}</Button>
        )}
      </section>
      {log.entryId !== undefined && (
        <RequestSheet
          key={log.entryId}
          id={log.entryId}
          operations={operations}
          days={about.value?.days}
          onClose={log.close}
          onShowAll={log.isLinked ? log.showAll : undefined}
        />
      )}
    </>
  )
}

function Dropped({ request, n }: { request: LoggedRequest; n: number }) {
  const { t, dayTime } = useWords()
  return (
    <p className="request-dropped">
      <Icon name="advise" size={20} />
      <span>{t('requests.dropped', { n, time: dayTime(request.at) })}</span>
    </p>
  )
}

/** Written again only if it was read again: not because another is opened. */
const Row = memo(function Row({ group: { request, times, firstAt } }: { group: RepeatedRequest }) {
  const { t, dayTime, number } = useWords()
  const effects = useEffects()
  const made = effects(request.made)
  const facts = [
    request.objectIds.join(' / '),
    dayTime(request.at),
    t('requests.ms', { n: number(Math.round(request.ms)) }),
  ]
  return (
    <span className="message">
      <span className="message-head">
        <RequestBadge request={request} />
        <strong className="request-call">{calledOf(request)}</strong>
        {times > 1 && (
          <span className="request-times">{t('requests.times', { n: times, since: dayTime(firstAt) })}</span>
        )}
      </span>
      <span className="soft request-facts">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      {request.info !== undefined && (
        <span className="request-why" lang="en">
          {request.info.split('\n')[0]}
        </span>
      )}
      {made !== '' && <span className="request-why">{made}</span>}
    </span>
  )
})
