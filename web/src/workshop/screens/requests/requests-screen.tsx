// The log of requests: what the DMS called, how it was answered, and why it was refused. Repeats in a row are one row.
import { calledOf, groupRepeats, type RepeatedRequest } from '@walkaround/contract/rules/logged-requests.ts'
import { useId, useState } from 'preact/compat'
import { createRequestOperations, type RequestFilter, type RequestOperations } from '../../api/requests.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import type { SessionClient } from '../../rights.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Choice, Empty, Field, Note, Spinner } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { useRead } from '../use-read.ts'
import { RequestBadge, useEffects } from './request-facts.tsx'
import { RequestSheet } from './request-sheet.tsx'

const followMs = 2_000

export function RequestsScreen() {
  return (
    <SettingsPage screen="requests" what="requests.what" forWhom="requests.forWhom" className="requests">
      {(client) => <Log key={client.id} client={client} />}
    </SettingsPage>
  )
}

function Log({ client: { id: clientId } }: { client: SessionClient }) {
  const { t } = useWords()
  const { requester } = useWorkshop()
  const operations = createRequestOperations(requester, clientId)
  const [filter, setFilter] = useState<RequestFilter>({})
  const [pages, setPages] = useState(1)
  const [isFollowed, setFollowed] = useState(true)
  const [openId, open] = useState<string>()
  const about = useRead(clientId, operations.describe)
  const { value, error, reload } = useRead(
    `${clientId} ${JSON.stringify(filter)} ${pages}`,
    () => operations.list(filter, pages),
    isFollowed && pages === 1 ? followMs : undefined,
  )
  const choose = (more: RequestFilter) => {
    setFilter(more)
    setPages(1)
  }
  const isAsked = Object.keys(filter).length > 0
  return (
    <>
      {about.value?.days === 0 && <Note tone="soon" title={t('requests.off')} />}
      <Filters about={about.value} filter={filter} onChoose={choose} />
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
            what={t(isAsked ? 'requests.noneSuch' : 'requests.noneWhat', { days: about.value?.days ?? 0 })}
          />
        )}
        {value?.requests.length === 0 && value.isMore && <p className="soft">{t('requests.noneYet')}</p>}
        {value && value.requests.length > 0 && (
          <ul>
            {groupRepeats(value.requests).map((group) => (
              <li key={group.request.id}>
                <Row group={group} onOpen={() => open(group.request.id)} />
              </li>
            ))}
          </ul>
        )}
        {value?.isMore && <Button onClick={() => setPages((now) => now + 1)}>{t('requests.more')}</Button>}
      </section>
      {openId !== undefined && (
        <RequestSheet key={openId} id={openId} operations={operations} onClose={() => open(undefined)} />
      )}
    </>
  )
}

function Row({ group: { request, times, firstAt }, onOpen }: { group: RepeatedRequest; onOpen: () => void }) {
  const { t, dayTime, number } = useWords()
  const effects = useEffects()
  if (request.dropped !== undefined)
    return (
      <p className="request-dropped">
        <Icon name="advise" size={20} />
        <span>{t('requests.dropped', { n: request.dropped, time: dayTime(request.at) })}</span>
      </p>
    )
  const made = effects(request.made)
  const facts = [
    request.objectIds.join(' / '),
    dayTime(request.at),
    t('requests.ms', { n: number(Math.round(request.ms)) }),
  ]
  return (
    <button type="button" className="row-button" onClick={onOpen}>
      <span className="message">
        <span className="message-head">
          <RequestBadge request={request} />
          <strong className="request-call">{calledOf(request)}</strong>
          {times > 1 && (
            <span className="request-times">
              {t('requests.times', { n: times, since: dayTime(firstAt) })}
            </span>
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
      <Icon name="next" size={20} />
    </button>
  )
}

type About = Awaited<ReturnType<RequestOperations['describe']>>
const statuses = ['all', '2xx', '4xx', '5xx'] as const

function Filters(props: {
  about: About | undefined
  filter: RequestFilter
  onChoose: (filter: RequestFilter) => void
}) {
  const { t } = useWords()
  const { about, filter, onChoose } = props
  const change = (more: { [K in keyof RequestFilter]?: RequestFilter[K] | undefined }) =>
    onChoose(
      Object.fromEntries(
        Object.entries({ ...filter, ...more }).filter(([, value]) => value !== undefined && value !== ''),
      ),
    )
  const time = (name: 'since' | 'until') => (
    <Field
      type="datetime-local"
      label={t(`requests.${name}`)}
      value={filter[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const typed = (name: 'object' | 'request', label: string) => (
    <Field
      label={label}
      value={filter[name] ?? ''}
      autoComplete="off"
      maxLength={128}
      onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
    />
  )
  return (
    <search className="panel request-filters" aria-label={t('requests.filter')}>
      <Choice
        label={t('requests.status')}
        value={filter.status ?? 'all'}
        options={statuses.map((value) => ({ value, label: t(`requests.status.${value}`) }))}
        onChoose={(value) => change({ status: value === 'all' ? undefined : value })}
      />
      <div className="request-fields">
        {typed('object', t('requests.object'))}
        <Picker
          label={t('requests.operation')}
          value={filter.operation}
          options={(about?.operations ?? []).map((id) => ({ value: id, label: id }))}
          onChoose={(operation) => change({ operation })}
        />
        <Picker
          label={t('requests.key')}
          value={filter.key}
          options={(about?.keys ?? []).map(({ id, login, label }) => ({
            value: id,
            label: `${label ?? login} (${id})`,
          }))}
          onChoose={(key) => change({ key })}
        />
        <Field
          label={t('requests.code')}
          value={filter.code === undefined ? '' : String(filter.code)}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          onChange={(event) => {
            const code = Number(event.currentTarget.value.replaceAll(/\D/g, ''))
            change({ code: code > 0 ? code : undefined })
          }}
        />
        {typed('request', t('requests.requestId'))}
        {time('since')}
        {time('until')}
      </div>
      {Object.keys(filter).length > 0 && (
        <Button icon="close" onClick={() => onChoose({})}>
          {t('requests.clear')}
        </Button>
      )}
    </search>
  )
}

function Picker(props: {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChoose: (value: string | undefined) => void
}) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <div className="field-box">
        <select
          id={id}
          value={props.value ?? ''}
          onChange={(event) => props.onChoose(event.currentTarget.value || undefined)}
        >
          <option value="">{t('requests.any')}</option>
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
