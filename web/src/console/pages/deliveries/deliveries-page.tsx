// What became of the messages of all inspections: which failed and why in the words of the server, which wait, which were sent.
import { channelNames } from '@walkaround/contract/messages.ts'
import { useId } from 'preact/compat'
import { appLink } from '../../../office/app/app-links.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { useQuery } from '../../../office/app/query.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Choice } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { DeliveryPages } from './delivery-pages.tsx'

const states = ['failed', 'waiting', 'sent'] as const
const WAITING_MS = 5_000

export function DeliveriesPage(_: PageProps) {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [query, ask] = useQuery()
  const state = states.find((one) => one === query.state) ?? 'failed'
  const channel = channelNames.find((one) => one === query.channel)
  const asked = { state, ...(channel === undefined ? {} : { channel }) }
  const subject = `${client.id} ${state} ${channel ?? ''}`
  const reading = useRead(
    subject,
    () => call('listSentMessages', { system_client_id: client.id }, { query: asked }),
    state === 'waiting' ? WAITING_MS : undefined,
  )
  const id = useId()
  return (
    <Page
      title={t('deliveries.title')}
      what={t('deliveries.lead')}
      tools={
        <>
          <Link to={{ page: 'messages' }}>{t('channels.title')}</Link>
          <a href={`${appLink({ screen: 'outbox' })}?lang=${language}`}>{t('channels.outbox')}</a>
        </>
      }
    >
      <section className="panel" aria-label={t('deliveries.title')}>
        <search className="list-filters no-print">
          <Choice
            label={t('deliveries.which')}
            value={state}
            options={states.map((value) => ({ value, label: t(`deliveries.state.${value}`) }))}
            onChoose={(value) => ask({ state: value })}
          />
          <div>
            <label htmlFor={id}>{t('deliveries.channel')}</label>
            <select
              id={id}
              value={channel ?? ''}
              onChange={({ currentTarget: { value } }) => ask({ channel: value === '' ? undefined : value })}
            >
              <option value="">{t('deliveries.allChannels')}</option>
              {channelNames.map((one) => (
                <option key={one} value={one}>
                  {t(`channels.${one}`)}
                </option>
              ))}
            </select>
          </div>
        </search>
        <ShowReading of={reading}>
          {(page) => <DeliveryPages key={subject} first={page} asked={asked} onChanged={reading.reload} />}
        </ShowReading>
      </section>
    </Page>
  )
}
