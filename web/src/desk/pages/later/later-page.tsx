// Work that customers put off or declined: a list to be worked through with the telephone in hand, what is due first at the top.
import type { PutOffList } from '@walkaround/contract/app/put-off-work.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import type { Query } from '../../../office/places.ts'
import { BranchFilter } from '../../../office/ui/branch-filter.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Choice, Empty } from '../../../workshop/ui/parts.tsx'
import { go } from '../../app/router.ts'
import { CarClock, useWords } from '../../app/words.ts'
import { CarRow } from './car-row.tsx'
import { toCars, withoutRepeats } from './cars.ts'
import { ReminderFigures } from './reminder-figures.tsx'
import { ReminderMarks } from './reminder-marks.tsx'
import { useFollowUps } from './use-follow-ups.tsx'

const shows = ['all', 'deferred', 'rejected', 'overdue'] as const
const claims = ['anybody', 'me', 'nobody'] as const

/** An address that somebody mistyped shows everything. */
const among = <V extends string>(values: readonly V[], text: string | undefined): V =>
  values.find((one) => one === text) ?? (values[0] as V)

export function LaterPage({ place: { query = {} } }: PageProps) {
  const { t } = useWords()
  const show = among(shows, query.show)
  const claimed = among(claims, query.claimed)
  const { branch } = query
  const choose = (next: Query) =>
    go({ page: 'later', query: { ...query, show, claimed, ...next } }, { staysPut: true, replace: true })
  return (
    <Page title={t('later.title')} what={t('later.what')} tools={<BranchFilter />}>
      <div className="later-filters">
        <Choice
          label={t('later.show')}
          value={show}
          onChoose={(value) => choose({ show: value })}
          options={[
            { value: 'all', label: t('later.all') },
            { value: 'overdue', label: t('later.onlyOverdue') },
            { value: 'deferred', label: t('later.onlyDeferred') },
            { value: 'rejected', label: t('later.onlyRejected') },
          ]}
        />
        <Choice
          label={t('later.who')}
          value={claimed}
          onChoose={(value) => choose({ claimed: value })}
          options={[
            { value: 'anybody', label: t('later.anybody') },
            { value: 'me', label: t('later.mine') },
            { value: 'nobody', label: t('later.nobody') },
          ]}
        />
      </div>
      <Listed key={`${show} ${claimed} ${branch ?? ''}`} show={show} claimed={claimed} branch={branch} />
      <ReminderFigures />
    </Page>
  )
}

interface Asked {
  show: (typeof shows)[number]
  claimed: (typeof claims)[number]
  branch: string | undefined
}

function useList({ show, claimed, branch }: Asked) {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { language } = useWords()
  const read = (after?: string) =>
    call(
      'listPutOffWork',
      { system_client_id: client.id },
      {
        query: {
          language,
          ...(show === 'deferred' || show === 'rejected' ? { decision: show } : {}),
          ...(show === 'overdue' ? { overdue: true } : {}),
          ...(claimed === 'anybody' ? {} : { claimed }),
          ...(branch === undefined ? {} : { branch: [branch] }),
          ...(after === undefined ? {} : { after }),
        },
      },
    )
  const reading = useRead(`${client.id} ${language}`, () => read())
  return { reading, read }
}

function Listed(asked: Asked) {
  const { reading, read } = useList(asked)
  return (
    <ShowReading of={reading}>
      {(list) => (
        <Cars
          // What was read anew has no further pages yet.
          key={JSON.stringify(
            list.work.map(({ surveyId, quoteId, followUp }) => [surveyId, quoteId, followUp.revision]),
          )}
          first={list}
          read={read}
          reload={reading.reload}
          isFiltered={asked.show !== 'all' || asked.claimed !== 'anybody' || asked.branch !== undefined}
        />
      )}
    </ShowReading>
  )
}

interface CarsProps {
  first: PutOffList
  read: (after: string) => Promise<PutOffList>
  reload: () => void
  isFiltered: boolean
}

function Cars({ first, read, reload, isFiltered }: CarsProps) {
  const { t } = useWords()
  const [pages, setPages] = useState<readonly PutOffList[]>([first])
  const [error, setError] = useState<unknown>()
  const { since, act, note } = useFollowUps(reload)
  const cars = toCars(withoutRepeats(pages.flatMap(({ work }) => work)), since)
  const { next } = pages.at(-1) ?? {}
  const more = async () => {
    if (next === undefined) return
    setError(undefined)
    try {
      const page = await read(next)
      setPages((before) => [...before, page])
    } catch (failed) {
      setError(failed)
    }
  }
  if (cars.length === 0 && next === undefined)
    return (
      <>
        {note}
        <Empty
          icon="fine"
          title={t('later.empty')}
          what={t(isFiltered ? 'later.emptyFiltered' : 'later.emptyWhat')}
        />
      </>
    )
  return (
    <>
      <Totals totals={first.totals ?? []} />
      {note}
      <ReminderMarks cars={cars}>
        <ul className="later-list" aria-label={t('later.list')}>
          {cars.map((car) => (
            <CarClock key={car.key} branchId={car.first.branchId}>
              <CarRow car={car} act={act} />
            </CarClock>
          ))}
        </ul>
      </ReminderMarks>
      {error !== undefined && <RefusalNote error={error} onRetry={more} />}
      {next !== undefined && <Button onClick={more}>{t('later.more')}</Button>}
    </>
  )
}

/** Of all pages, as they were when the list was read. */
function Totals({ totals }: { totals: NonNullable<PutOffList['totals']> }) {
  const { t, money } = useWords()
  return (
    <ul className="later-totals">
      {totals.map(({ currency, works, incVat, exVat, withoutIncVat, withoutExVat }) => {
        const [sum, without] = incVat === undefined ? [exVat, withoutExVat] : [incVat, withoutIncVat]
        return (
          <li key={currency ?? ''}>
            {sum !== undefined && currency !== undefined && <strong>{money(sum, currency)}</strong>}
            <span className="soft">
              {[
                sum !== undefined && t(incVat === undefined ? 'later.exVat' : 'later.incVat'),
                t('later.works', { n: works }),
                without && t('later.without', { n: without }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
