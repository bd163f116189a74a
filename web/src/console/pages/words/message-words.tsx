// The words of messages: all of one language in a list, and one of them to be changed beside its preview.
import type { MessageText } from '@walkaround/contract/app/message-texts.ts'
import { isChannelName, isTemplateName } from '@walkaround/contract/messages.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { type Column, Table } from '../../../office/ui/table.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { KindsOfWords, LanguageChoice, useTextLanguage } from './kinds.tsx'
import { MessageTextForm } from './message-text-form.tsx'
import { type TextName, useMessageName } from './text-name.ts'

/** What the address asks for; undefined: the list. */
function nameIn(query: Readonly<Record<string, string>>, language: Language): TextName | undefined {
  const { message = '', channel = '' } = query
  return isTemplateName(message) && isChannelName(channel) ? { language, message, channel } : undefined
}

export function MessageWords() {
  const [query] = useQuery()
  const language = useTextLanguage()
  const name = nameIn(query, language)
  return name ? <OneText name={name} /> : <TextList language={language} />
}

function TextList({ language }: { language: Language }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const nameOf = useMessageName()
  const reading = useRead(`${client.id} ${language}`, () =>
    call('listMessageTexts', { system_client_id: client.id }, { query: { language } }),
  )
  const columns: readonly Column<MessageText>[] = [
    {
      name: 'message',
      label: t('words.message'),
      read: ({ message }) => nameOf(message),
      show: ({ message, channel }) => (
        <Link to={{ page: 'words', query: { in: language, message, channel } }}>
          {nameOf(message)}
          <span className="unseen"> {t(`channels.${channel}`)}</span>
        </Link>
      ),
    },
    { name: 'channel', label: t('words.channel'), read: ({ channel }) => t(`channels.${channel}`) },
    {
      name: 'words',
      label: t('words.whose'),
      read: ({ isOwn }) => t(isOwn ? 'words.own' : 'words.standard'),
      show: ({ isOwn }) =>
        isOwn ? <strong>{t('words.own')}</strong> : <span className="soft">{t('words.standard')}</span>,
    },
    {
      name: 'begins',
      label: t('words.begins'),
      read: ({ subject, text }) => subject ?? text.split('\n')[0] ?? '',
      show: ({ subject, text }) => <span lang={language}>{subject ?? text.split('\n')[0]}</span>,
    },
  ]
  return (
    <Page title={t('words.title')} what={t('words.messagesLead')} tools={<KindsOfWords now="messages" />}>
      <LanguageChoice language={language} />
      <ShowReading of={reading}>
        {(texts) => (
          <section className="panel" aria-label={t('words.messages')}>
            <Table
              caption={t('words.messages')}
              columns={columns}
              rows={texts}
              keyOf={({ message, channel }) => `${message} ${channel}`}
            />
          </section>
        )}
      </ShowReading>
    </Page>
  )
}

function OneText({ name }: { name: TextName }) {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const nameOf = useMessageName()
  const { language, message, channel } = name
  const key = `${client.id} ${language} ${message} ${channel}`
  const reading = useRead(key, () =>
    readTagged('getMessageText', { system_client_id: client.id, language, message, channel }),
  )
  return (
    <Page
      title={`${nameOf(message)}: ${t(`channels.${channel}`)}`}
      what={t('words.textLead')}
      tools={<Link to={{ page: 'words', query: { in: language } }}>{t('words.toAll')}</Link>}
    >
      <LanguageChoice language={language} />
      <ShowReading of={reading}>
        {(read) => <MessageTextForm key={key} name={name} read={read} onChanged={reading.reload} />}
      </ShowReading>
    </Page>
  )
}
