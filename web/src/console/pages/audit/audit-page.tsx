// Who changed what, from where, with the former and the new value: filters, pages, files to take along.
import type { AuditEntry } from '@walkaround/contract/app/audit.ts'
import { type FormEvent, useMemo, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Choice, Empty, Field } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { fieldParts, isKnownKind, keyName, partOf, shownAreas, valueText } from './audit-kinds.ts'
import { Chain } from './chain.tsx'

const filterNames = ['area', 'login', 'text', 'from', 'to'] as const
type Asked = { [N in (typeof filterNames)[number]]?: string }

/** As the address has it: the last day belongs to the period. */
function useFilter(): Asked {
  const [query] = useQuery()
  const { area, login, text, from, to } = query
  return useMemo(
    () => ({
      ...(shownAreas.some((one) => one === area) ? { area } : {}),
      ...(login ? { login } : {}),
      ...(text ? { text } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    }),
    [area, login, text, from, to],
  ) as Asked
}

const nextDay = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(date.getTime() + 86_400_000).toISOString().slice(0, 10)
}

const toQuery = ({ to, ...rest }: Asked) =>
  ({ ...rest, ...(to ? { to: nextDay(to) } : {}) }) as { area?: (typeof shownAreas)[number] }

export function AuditPage() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const asked = useFilter()
  const params = { system_client_id: client.id }
  const query = toQuery(asked)
  const subject = JSON.stringify([client.id, asked])
  const reading = useRead(subject, () => call('listAuditEntries', params, { query }))
  return (
    <Page
      title={t('audit.title')}
      what={t('audit.lead')}
      tools={
        <div className="actions export no-print">
          <a className="button quiet" href={operationUrl('exportAuditRows', params, query)} download>
            {t('audit.csv')}
          </a>
          <a className="button quiet" href={operationUrl('exportAuditLines', params, query)} download>
            {t('audit.lines')}
          </a>
        </div>
      }
    >
      <Chain key={client.id} />
      <Filters key={subject} asked={asked} />
      <ShowReading of={reading}>
        {({ entries, next }) =>
          entries.length === 0 ? (
            <Empty icon="search" title={t('audit.none')} what={t('audit.noneWhat')} />
          ) : (
            <Entries key={`${subject} ${entries[0]?.hash}`} first={entries} next={next} query={query} />
          )
        }
      </ShowReading>
    </Page>
  )
}

function Filters({ asked }: { asked: Asked }) {
  const { t } = useWords()
  const [, ask] = useQuery()
  const [draft, setDraft] = useState(asked)
  const typed =
    (name: keyof Asked) =>
    ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      setDraft({ ...draft, [name]: currentTarget.value || undefined })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask({ login: draft.login, text: draft.text, from: draft.from, to: draft.to })
  }
  return (
    <section className="panel audit-filters no-print" aria-label={t('audit.filters')}>
      <Choice
        label={t('audit.area')}
        value={asked.area ?? 'all'}
        options={[
          { value: 'all', label: t('audit.area.all') },
          ...shownAreas.map((value) => ({ value: value as string, label: t(`audit.area.${value}`) })),
        ]}
        onChoose={(area) => ask({ area: area === 'all' ? undefined : area })}
      />
      <form className="audit-fields" onSubmit={submit}>
        <Field
          label={t('audit.login')}
          value={draft.login ?? ''}
          onInput={typed('login')}
          autoCapitalize="none"
        />
        <Field
          label={t('audit.text')}
          type="search"
          value={draft.text ?? ''}
          onInput={typed('text')}
          maxLength={100}
        />
        <Field label={t('audit.from')} type="date" value={draft.from ?? ''} onInput={typed('from')} />
        <Field label={t('audit.to')} type="date" value={draft.to ?? ''} onInput={typed('to')} />
        <div className="actions">
          <Button type="submit" look="main">
            {t('audit.search')}
          </Button>
          {Object.keys(asked).length > 0 && (
            <Button
              look="quiet"
              onClick={() => ask(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
            >
              {t('audit.clear')}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

interface EntriesProps {
  first: readonly AuditEntry[]
  next: string | undefined
  query: ReturnType<typeof toQuery>
}

function Entries({ first, next: begin, query }: EntriesProps) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [known, setKnown] = useState({ entries: first, next: begin })
  const [state, setState] = useState<{ isReading?: true; error?: Error }>({})
  const columns = useColumns()
  const more = async () => {
    setState({ isReading: true })
    try {
      const page = await call(
        'listAuditEntries',
        { system_client_id: client.id },
        { query: { ...query, after: known.next ?? '', limit: 500 } },
      )
      setKnown({ entries: [...known.entries, ...page.entries], next: page.next })
      setState({})
    } catch (error) {
      setState({ error: error as Error })
    }
  }
  return (
    <section className="panel" aria-label={t('audit.title')}>
      <Table caption={t('audit.title')} columns={columns} rows={known.entries} keyOf={keyOf} />
      {state.error && <RefusalNote error={state.error} onRetry={more} />}
      {known.next !== undefined && (
        <div className="actions">
          <Button disabled={state.isReading === true} aria-busy={state.isReading === true} onClick={more}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

const keyOf = ({ position, at, kind, subject, requestId, address, times, changes }: AuditEntry): string =>
  position === undefined
    ? JSON.stringify([at, kind, subject, requestId, address, times, changes])
    : String(position)

type Keys = readonly { prefix: string; label: string }[]

function Who({ of: { kind, name, login, id, key }, keys }: { of: AuditEntry['actor']; keys: Keys }) {
  const { t } = useWords()
  if (kind === 'visitor') return t('audit.visitor')
  const { part, name: partName } = partOf(id)
  const who = name ?? login ?? (kind === 'system' ? t(`audit.by.${part}`) : id)
  const more =
    key !== undefined
      ? t('audit.byKey', { key: keyName(key, keys) })
      : name !== undefined
        ? login
        : login === undefined
          ? partName
          : undefined
  return (
    <>
      {who}
      {more && <span className="soft audit-login">{more}</span>}
    </>
  )
}

/** Until they are read, and where they cannot be, keys are told by how they begin. */
function useKeys(): Keys {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(`keys ${client.id}`, () => call('listKeys', { system_client_id: client.id }))
  return reading.value ?? noKeys
}

const noKeys: Keys = []

function useColumns(): readonly Column<AuditEntry>[] {
  const { t, dayTime } = useWords()
  const keys = useKeys()
  return useMemo(
    () => [
      { name: 'at', label: t('audit.at'), read: ({ at }) => at, show: ({ at }) => dayTime(at) },
      {
        name: 'kind',
        label: t('audit.what'),
        read: ({ kind }) => (isKnownKind(kind) ? t(`audit.kind.${kind}`) : kind),
        show: ({ kind, times = 1 }) => (
          <>
            {isKnownKind(kind) ? t(`audit.kind.${kind}`) : kind}
            {times > 1 && <span className="soft"> {t('audit.times', { count: times })}</span>}
          </>
        ),
      },
      {
        name: 'subject',
        label: t('audit.subject'),
        read: ({ subject, subjectName }) => subjectName ?? (subject === 'unknown' ? undefined : subject),
      },
      {
        name: 'who',
        label: t('audit.who'),
        read: ({ actor: { name, login, id, key } }) => name ?? login ?? (key || id || undefined),
        show: ({ actor }) => <Who of={actor} keys={keys} />,
      },
      { name: 'address', label: t('audit.address'), read: ({ address }) => address },
      {
        name: 'changes',
        label: t('audit.changes'),
        read: ({ detail, changes }) => detail ?? changes?.map(({ field }) => field).join(', '),
        show: (entry) => <Changes of={entry} />,
      },
    ],
    [t, dayTime, keys],
  )
}

/** More than these are folded away. */
const SHOWN = 4

function Changes({ of: { detail, changes = [] } }: { of: AuditEntry }) {
  const { t } = useWords()
  if (changes.length === 0) return detail ?? '–'
  const lines = changes.map((change) => <ChangeLine key={change.field} of={change} />)
  return (
    <>
      {detail}
      <ul className="audit-changes">{lines.slice(0, SHOWN)}</ul>
      {lines.length > SHOWN && (
        <details>
          <summary>{t('audit.moreFields', { count: lines.length - SHOWN })}</summary>
          <ul className="audit-changes">{lines.slice(SHOWN)}</ul>
        </details>
      )}
    </>
  )
}

type Change = NonNullable<AuditEntry['changes']>[number]

function ChangeLine({ of: { field, isSecret, ...values } }: { of: Change }) {
  const { t } = useWords()
  const { where, known } = fieldParts(field)
  const had = 'old' in values
  const has = 'new' in values
  const words = {
    yes: t('audit.yes'),
    no: t('audit.no'),
    none: t('audit.emptyList'),
    field: (name: string) => {
      const { known: field } = fieldParts(name)
      return field ? t(`audit.field.${field}`) : name
    },
  }
  return (
    <li>
      {where && <span className="audit-field">{where} </span>}
      {known && <span className="audit-known">{t(`audit.field.${known}`)}: </span>}
      {isSecret ? (
        t('audit.secret')
      ) : (
        <>
          {had && <del>{valueText(values.old, words)}</del>}
          {had && ' → '}
          {has ? <ins>{valueText(values.new, words)}</ins> : t('audit.nothing')}
        </>
      )}
    </li>
  )
}
