// The tablets that people share: which there are, whether a device has them, and whose PIN is locked.
import type { ListedTablet, TabletCode } from '@walkaround/contract/app/tablets.ts'
import { useMemo, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { CodeSheet } from './code-sheet.tsx'
import { NewTabletSheet } from './new-tablet-sheet.tsx'
import { TabletSheet } from './tablet-sheet.tsx'

/** How soon the list tells that a device was paired. */
const READ_AGAIN_MS = 5_000

export function TabletsPage() {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isNew, begin] = useState(false)
  const [opened, open] = useState<string>()
  const [code, showCode] = useState<TabletCode>()
  const reading = useRead(
    client.id,
    () => call('listTablets', { system_client_id: client.id }),
    READ_AGAIN_MS,
  )
  const find = (id: string | undefined) => reading.value?.find((tablet) => tablet.id === id)
  const shown = find(opened)
  const columns = useColumns(open)
  return (
    <Page
      title={t('tablets.title')}
      what={t('tablets.lead')}
      tools={
        <Button look="main" icon="plus" onClick={() => begin(true)}>
          {t('tablets.new')}
        </Button>
      }
    >
      <ShowReading of={reading}>
        {(tablets) =>
          tablets.length === 0 ? (
            <Empty icon="device" title={t('tablets.none')} what={t('tablets.noneWhat')} />
          ) : (
            <section className="panel" aria-label={t('tablets.title')}>
              <Table caption={t('tablets.title')} columns={columns} rows={tablets} keyOf={({ id }) => id} />
            </section>
          )
        }
      </ShowReading>
      {isNew && (
        <NewTabletSheet
          onMade={(made) => {
            begin(false)
            showCode(made)
            reading.reload()
          }}
          onClose={() => begin(false)}
        />
      )}
      {shown && (
        <TabletSheet
          key={shown.id}
          value={shown}
          onChanged={reading.reload}
          onCode={(made) => {
            open(undefined)
            showCode(made)
            reading.reload()
          }}
          onClose={() => open(undefined)}
        />
      )}
      {code && (
        <CodeSheet
          code={code}
          isPaired={find(code.id)?.state === 'paired'}
          onClose={() => showCode(undefined)}
        />
      )}
    </Page>
  )
}

function useColumns(open: (id: string) => void): readonly Column<ListedTablet>[] {
  const { t, dayTime } = useWords()
  const { client } = useSignedIn()
  return useMemo(
    () => [
      {
        name: 'name',
        label: t('tablets.name'),
        read: ({ name }) => name,
        show: ({ id, name }) => (
          <button type="button" className="text-button" onClick={() => open(id)}>
            {name}
          </button>
        ),
      },
      { name: 'state', label: t('tablets.state'), read: ({ state }) => t(`tablets.state.${state}`) },
      {
        name: 'branches',
        label: t('tablets.branches'),
        read: ({ branches }) =>
          branches?.map((id) => client.branches.find((one) => one.id === id)?.name ?? id).join(', ') ??
          t('tablets.everywhere'),
      },
      {
        name: 'seen',
        label: t('tablets.seen'),
        read: ({ seenAt }) => seenAt,
        show: ({ seenAt }) => (seenAt === undefined ? t('tablets.never') : dayTime(seenAt)),
      },
      {
        name: 'locked',
        label: t('tablets.locked'),
        read: ({ locked = [] }) => locked.map(({ name }) => name).join(', '),
      },
    ],
    [t, dayTime, client.branches, open],
  )
}
