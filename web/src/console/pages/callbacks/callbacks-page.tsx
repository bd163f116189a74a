// Where the DMS is told what happens, for all sites and for single ones, with a test and what the receiver said to it. The log of all
// deliveries is a screen of the app, where managers look after what did not arrive.
import { useState } from 'preact/compat'
import { appLink } from '../../../office/app/app-links.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { Page } from '../../../office/ui/page.tsx'
import { Receivers } from '../../../workshop/screens/callbacks/receiver.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { ReceiverReply } from './receiver-reply.tsx'
import { ReceiverSheet } from './receiver-sheet.tsx'
import { RemoveReceiver } from './remove-receiver.tsx'

export function CallbacksPage(_: PageProps) {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [tested, setTested] = useState<string>()
  const params = { system_client_id: client.id }
  const reading = useRead(client.id, () => call('listCallbackReceivers', params))
  const test = async (siteId?: string) => {
    const { id } = await call('testCallback', params, { query: { siteId } })
    setTested(id)
  }
  return (
    <Page
      title={t('callbacks.title')}
      what={t('callbacks.what')}
      tools={<a href={`${appLink({ screen: 'callbacks' })}?lang=${language}`}>{t('callbacks.log')}</a>}
    >
      <Receivers
        reading={reading}
        test={test}
        change={{
          form: (form) => <ReceiverSheet {...form} />,
          removal: (removal) => <RemoveReceiver {...removal} />,
        }}
      />
      {tested !== undefined && <ReceiverReply key={tested} id={tested} />}
    </Page>
  )
}
