// The outbox: messages that were not really sent, complete, with a link that shows the owner's page but cannot decide; in the demo
// also with the link the owner would have got.

import type { Message } from '@walkaround/contract/app/messages.ts'
import { useState } from 'preact/compat'
import { createMessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { Button, Choice, Empty, Note, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useMailPictures } from '../mail-pictures.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { MessageState } from '../send/message-state.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { useRead } from '../use-read.ts'

const pollMs = 5_000

export function OutboxScreen() {
  return (
    <SettingsPage screen="outbox" what="outbox.what" forWhom="send.reader" className="narrow">
      {({ id }) => <Kept clientId={id} />}
    </SettingsPage>
  )
}

function Kept({ clientId }: { clientId: string }) {
  const { t, dayTime, shared } = useWords()
  const { requester } = useWorkshop()
  const { value, error, reload } = useRead(
    clientId,
    () => createMessageOperations(requester, clientId).outbox(),
    pollMs,
  )
  const [openId, open] = useState<string>()
  if (!value) {
    return error ? <RefusalNote error={error} onRetry={reload} /> : <Spinner>{t('app.loading')}</Spinner>
  }
  if (value.length === 0)
    return <Empty icon="letter" title={t('outbox.empty')} what={t('outbox.emptyWhat')} />
  const shown = value.find(({ id }) => id === openId)
  return (
    <section className="panel" aria-label={t('outbox.title')}>
      <ul>
        {value.map((message) => (
          <li key={message.id}>
            <button type="button" className="row-button" onClick={() => open(message.id)}>
              <span className="message">
                <span className="message-head">
                  <MessageState message={message} />
                  <strong>{message.subject ?? shared.messages[message.type]}</strong>
                </span>
                <span className="soft">
                  {[
                    message.destinations.map(({ name, address }) => name ?? address).join(', '),
                    t(`messages.channel.${message.category}`),
                    dayTime(message.sentAt ?? message.createdAt),
                  ].join(' · ')}
                </span>
              </span>
              <Icon name="next" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {shown && <Opened message={shown} onClose={() => open(undefined)} />}
    </section>
  )
}

function Opened({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t, shared } = useWords()
  const [view, setView] = useState<'html' | 'text'>(message.html === undefined ? 'text' : 'html')
  const { subject, html, text, linkUrl, demoLinkUrl, surveyId } = message
  const pictureAt = useMailPictures(surveyId)
  const title = subject ?? shared.messages[message.type]
  return (
    <Sheet
      title={title}
      isWide
      onClose={onClose}
      footer={
        <div className="actions">
          {(demoLinkUrl ?? linkUrl) !== undefined && (
            <a className="button main" href={demoLinkUrl ?? linkUrl} target="_blank" rel="noreferrer">
              <Icon name="opened" />
              <span>{t('outbox.open')}</span>
            </a>
          )}
          <LinkButton to={{ screen: 'send', surveyId }} icon="car">
            {t('outbox.survey')}
          </LinkButton>
          <Button onClick={onClose}>{t('app.close')}</Button>
        </div>
      }
    >
      <div className="preview">
        <dl className="facts">
          <div>
            <dt>{t('send.previewTo')}</dt>
            <dd>
              {message.destinations
                .map(({ name, address }) => [name, address].filter(Boolean).join(', '))
                .join('; ')}
            </dd>
          </div>
        </dl>
        {message.linkValidUntil !== undefined && demoLinkUrl === undefined && (
          <Note
            tone="plain"
            icon="lock"
            title={t(linkUrl === undefined ? 'outbox.noLink' : 'outbox.viewOnly')}
          />
        )}
        {html !== undefined && (
          <Choice
            label={t('outbox.view')}
            isLabelUnseen
            value={view}
            options={[
              { value: 'html', label: t('outbox.html') },
              { value: 'text', label: t('outbox.text') },
            ]}
            onChoose={setView}
          />
        )}
        {view === 'html' && html !== undefined ? (
          <MailFrame html={html} title={title} pictureAt={pictureAt} />
        ) : (
          <p className="message-text">{text}</p>
        )}
      </div>
    </Sheet>
  )
}
