// The keys by which systems call: what they are for, whether they work, where from; a new one, a successor, a change, an end.
import type { ApiKey } from '@walkaround/contract/app/keys.ts'
import { useMemo, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { KeySheet } from './key-sheet.tsx'
import { NewKeySheet } from './new-key-sheet.tsx'

export function KeysPage() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isNew, begin] = useState(false)
  const [opened, open] = useState<string>()
  const reading = useRead(client.id, () => call('listKeys', { system_client_id: client.id }))
  const shown = reading.value?.find(({ id }) => id === opened)
  const columns = useColumns(open)
  return (
    <Page
      title={t('keys.title')}
      what={t('keys.lead')}
      tools={
        <Button look="main" icon="plus" onClick={() => begin(true)}>
          {t('keys.new')}
        </Button>
      }
    >
      <ShowReading of={reading}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon="lock" title={t('keys.none')} what={t('keys.noneWhat')} />
          ) : (
            <section className="panel" aria-label={t('keys.title')}>
              <Table caption={t('keys.title')} columns={columns} rows={keys} keyOf={({ id }) => id} />
            </section>
          )
        }
      </ShowReading>
      {isNew && <NewKeySheet onIssued={reading.reload} onClose={() => begin(false)} />}
      {shown && <KeySheet value={shown} onChanged={reading.reload} onClose={() => open(undefined)} />}
    </Page>
  )
}

function useColumns(open: (id: string) => void): readonly Column<ApiKey>[] {
  const { t, dayTime, date } = useWords()
  return useMemo(
    () => [
      {
        name: 'label',
        label: t('keys.label'),
        read: ({ label, prefix }) => label || prefix,
        show: ({ id, label, prefix }) => (
          <button type="button" className="text-button" onClick={() => open(id)}>
            {label || t('keys.noLabel')}
            <span className="soft mono">{prefix}…</span>
          </button>
        ),
      },
      { name: 'login', label: t('keys.system'), read: ({ login }) => login },
      { name: 'state', label: t('keys.state'), read: ({ state }) => t(`keys.state.${state}`) },
      {
        name: 'used',
        label: t('keys.used'),
        read: ({ lastUsedAt }) => lastUsedAt,
        show: ({ lastUsedAt }) => (lastUsedAt === undefined ? t('people.never') : dayTime(lastUsedAt)),
      },
      {
        name: 'expires',
        label: t('keys.expires'),
        read: ({ expiresAt }) => expiresAt,
        show: ({ expiresAt }) => (expiresAt === undefined ? t('keys.noEnd') : date(expiresAt)),
      },
      {
        name: 'limits',
        label: t('keys.limits'),
        read: ({ requestsPerMinute, addresses }) =>
          [
            requestsPerMinute !== undefined && t('keys.perMinuteOf', { n: requestsPerMinute }),
            addresses?.join(', '),
          ]
            .filter(Boolean)
            .join(' · '),
      },
    ],
    [t, dayTime, date, open],
  )
}
