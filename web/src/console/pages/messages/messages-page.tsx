// By which mail server, SMS gateway and bot messages go out, each with a test that shows the server's own words.
import type { MessageChannel } from '@walkaround/contract/app/message-channels.ts'
import { appLink } from '../../../office/app/app-links.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import type { Tagged } from '../../../office/app/tagged.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Note } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { BackToInstallation } from './back-to-installation.tsx'
import { type ChannelName, channels } from './channel-drafts.ts'
import { ChannelForm } from './channel-form.tsx'
import { TryChannel } from './try-channel.tsx'

export function MessagesPage(_: PageProps) {
  const { t, language } = useWords()
  return (
    <Page
      title={t('channels.title')}
      what={t('channels.lead')}
      tools={
        <>
          <Link to={{ page: 'deliveries' }}>{t('deliveries.title')}</Link>
          <a href={`${appLink({ screen: 'outbox' })}?lang=${language}`}>{t('channels.outbox')}</a>
        </>
      }
    >
      {channels.map((name) => (
        <Channel key={name} name={name} />
      ))}
    </Page>
  )
}

function Channel({ name }: { name: ChannelName }) {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(`${client.id} ${name}`, () =>
    readTagged('getMessageChannel', { system_client_id: client.id, channel: name }),
  )
  return (
    <section className="panel form-part" aria-label={t(`channels.${name}`)}>
      <h2>{t(`channels.${name}`)}</h2>
      <ShowReading of={reading}>
        {(read) => <Known name={name} read={read} reload={reading.reload} />}
      </ShowReading>
    </section>
  )
}

interface Props {
  name: ChannelName
  read: Tagged<MessageChannel>
  reload: () => void
}

function Known({ name, read, reload }: Props) {
  const { t } = useWords()
  const { source, isKept } = read.value
  const tone = source === 'none' ? 'soon' : source === 'client' ? 'good' : 'plain'
  return (
    <>
      <Note
        tone={isKept ? 'plain' : tone}
        title={t(isKept ? 'channels.isKept' : `channels.source.${source}`)}
      />
      <ChannelForm key={source} name={name} read={read} onSaved={reload} />
      {source !== 'none' && !isKept && <TryChannel name={name} isOwn={source === 'client'} />}
      {source === 'client' && <BackToInstallation name={name} onDone={reload} />}
    </>
  )
}
