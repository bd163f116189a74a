// The queue of the parts desk: what the workshop asks for, urgent first, with the car, the finding and its photos; read again by itself.
import type { PartQueue, PartQueueEntry } from '@walkaround/contract/dms/parts.ts'
import { type PartState, partStates } from '@walkaround/contract/rules/parts.ts'
import { useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { BranchFilter } from '../../../office/ui/branch-filter.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Choice, Empty } from '../../../workshop/ui/parts.tsx'
import { CarClock, useWords } from '../../app/words.ts'
import { ReplySheet } from './reply-sheet.tsx'
import { RequestRow } from './request-row.tsx'

const EVERY_MS = 30_000
const PAGE = 200

export function PartsPage() {
  const { t } = useWords()
  const [{ state: asked }, ask] = useQuery()
  // An address that somebody mistyped shows what waits.
  const state = partStates.find((one) => one === asked) ?? 'requested'
  const { reading, more } = useQueue(state)
  const [open, setOpen] = useState<PartQueueEntry>()
  const counts = reading.value?.counts
  const close = () => {
    setOpen(undefined)
    reading.reload()
  }
  return (
    <Page
      title={t('parts.title')}
      what={t('parts.what')}
      tools={<BranchFilter of={({ hasPartsStep }) => hasPartsStep === true} />}
    >
      <div className="part-states">
        <Choice
          label={t('parts.state')}
          isLabelUnseen
          value={state}
          onChoose={(value) => ask({ state: value === 'requested' ? undefined : value })}
          options={partStates.map((value) => ({
            value,
            label: counts ? `${t(`parts.${value}`)} · ${counts[value]}` : t(`parts.${value}`),
          }))}
        />
      </div>
      <ShowReading of={reading}>
        {(queue) => <Requests queue={queue} state={state} onOpen={setOpen} onMore={more} />}
      </ShowReading>
      {open && (
        <CarClock branchId={open.branchId}>
          <ReplySheet key={keyOf(open)} entry={open} onClose={close} />
        </CarClock>
      )}
    </Page>
  )
}

const keyOf = ({ surveyId, request }: PartQueueEntry) => JSON.stringify([surveyId, request.questionId])

/** As many pages as were asked for: what is read again has all of them. */
function useQueue(state: PartState) {
  const { language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [{ branch }] = useQuery()
  const pages = useRef(1)
  const read = async (): Promise<PartQueue> => {
    const entries = new Map<string, PartQueueEntry>()
    let after: string | undefined
    for (let page = 1; ; page++) {
      const query = { language, state, limit: PAGE, ...(branch === undefined ? {} : { branch: [branch] }) }
      const queue = await call(
        'showPartRequests',
        { system_client_id: client.id },
        { query: { ...query, ...(after === undefined ? {} : { after }) } },
      )
      // One that moved between two pages is shown once.
      for (const entry of queue.entries) entries.set(keyOf(entry), entry)
      after = queue.next
      if (after === undefined || page >= pages.current) return { ...queue, entries: [...entries.values()] }
    }
  }
  const reading = useRead(`${client.id} ${language} ${branch ?? ''} ${state}`, read, EVERY_MS)
  const more = () => {
    pages.current += 1
    reading.reload()
  }
  return { reading, more }
}

interface RequestsProps {
  queue: PartQueue
  state: PartState
  onOpen: (entry: PartQueueEntry) => void
  onMore: () => void
}

function Requests({ queue, state, onOpen, onMore }: RequestsProps) {
  const { t, time } = useWords()
  const { entries, next, at } = queue
  if (entries.length === 0)
    return state === 'requested' ? (
      <Empty icon="fine" title={t('parts.none')} what={t('parts.noneWhat')} />
    ) : (
      <Empty icon="parts" title={t('parts.noneHere')} />
    )
  return (
    <>
      <ul className="part-queue" aria-label={t('parts.list')}>
        {entries.map((entry) => (
          <CarClock key={keyOf(entry)} branchId={entry.branchId}>
            <RequestRow entry={entry} onOpen={onOpen} />
          </CarClock>
        ))}
      </ul>
      {next !== undefined && <Button onClick={onMore}>{t('parts.more')}</Button>}
      <p className="soft">{t('parts.readAt', { time: time(at) })}</p>
    </>
  )
}
