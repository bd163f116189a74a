// Send: who gets the result, how, in which language; a preview; and the state of what was sent. Needs the network, and says so
// without it.

import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import { useState } from 'preact/compat'
import { createMessageOperations, type MessageOperations } from '../../api/messages.ts'
import { type SurveyView, useClient, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import { listUnansweredParts } from '../../store/part-requests.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Empty, Note } from '../../ui/parts.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { SurveyShell } from '../survey-shell.tsx'
import type { Reading } from '../use-read.ts'
import { GapList } from './gap-list.tsx'
import { listGaps } from './gaps.ts'
import { Letter } from './letter.tsx'
import { addressNow, findLinkRequest } from './link-request.ts'
import { LinkRequestNote } from './link-request-note.tsx'
import { MessageList } from './message-list.tsx'
import { listRecipients } from './recipients.ts'
import { PartsNote } from './unanswered-parts.tsx'
import { useMessageOptions } from './use-message-options.ts'
import { useMessages } from './use-messages.ts'

export function SendScreen({ route: { surveyId } }: ScreenProps<'send'>) {
  const { t } = useWords()
  return (
    <SurveyShell surveyId={surveyId} title={t('send.title')} className="send">
      {(view) => <Sending surveyId={surveyId} view={view} />}
    </SurveyShell>
  )
}

function Sending({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const client = useClient()
  if (!client) return null
  if (!mayAdvise(client)) return <Note tone="plain" icon="lock" title={t('send.reader')} />
  const operations = createMessageOperations(workshop.requester, client.id)
  return <Post surveyId={surveyId} view={view} operations={operations} />
}

function Post(props: { surveyId: string; view: SurveyView; operations: MessageOperations }) {
  const { t } = useWords()
  const { surveyId, view, operations } = props
  const [sent, setSent] = useState(0)
  const messages = useMessages(surveyId, operations, sent)
  const reading = useMessageOptions(surveyId, operations)
  const options = reading.value
  const { survey, quotes } = view.page
  const recipients = listRecipients(view.page)
  const isSendable = !survey.closed && survey.surveyType !== 'QC' && recipients.length > 0
  const decided = quotes.filter(({ approvalStatus }) => approvalStatus !== undefined).length
  const gaps = listGaps(view.page, view.media)
  const parts = listUnansweredParts(view.page)
  const request = findLinkRequest(messages.value ?? [])
  const onSent = () => setSent((count) => count + 1)
  return (
    <>
      {request && (
        <LinkRequestNote
          message={request}
          address={addressNow(request, recipients)}
          isSendable={isSendable}
          operations={operations}
          onSent={onSent}
        />
      )}
      {survey.closed && <Note tone="soon" icon="lock" title={t('send.closed')} />}
      {survey.surveyType === 'QC' && <Note tone="plain" icon="lock" title={t('send.quality')} />}
      {isSendable && !survey.completed && (
        <Note tone="soon" title={t('send.unfinished')}>
          {t('send.unfinishedWhat')}
        </Note>
      )}
      {isSendable && gaps.length > 0 && (
        <section aria-label={t('send.gaps')}>
          <Note tone="bad" title={t('send.gaps')} />
          <GapList surveyId={surveyId} gaps={gaps} />
        </section>
      )}
      {isSendable && parts.length > 0 && <PartsNote surveyId={surveyId} parts={parts} />}
      {isSendable && <VideoNote surveyId={surveyId} video={options?.video} />}
      {recipients.length === 0 && (
        <Empty icon="person" title={t('send.nobody')} what={t('send.nobodyWhat')} />
      )}
      {isSendable && (
        <Letter
          surveyId={surveyId}
          view={view}
          recipients={recipients}
          known={listRecipients(view.base)}
          options={options}
          isReady={isRead(reading) && isRead(messages)}
          operations={operations}
          gaps={gaps}
          parts={parts}
          onSent={onSent}
        />
      )}
      <MessageList surveyId={surveyId} operations={operations} messages={messages} decided={decided} />
      <Note
        tone="plain"
        icon="phone"
        title={t('send.byPhone')}
        action={
          <LinkButton to={{ screen: 'quotes', surveyId }} icon="hand">
            {t('send.toQuotes')}
          </LinkButton>
        }
      >
        {t('send.byPhoneWhat')}
      </Note>
    </>
  )
}

/** Or refused: nothing more will come of it by itself. */
const isRead = ({ value, error }: Reading<unknown>) => value !== undefined || error !== undefined

/** The text of the message adapts itself; the advisor decides whether to wait. */
function VideoNote({ surveyId, video }: { surveyId: string; video: MessageOptions['video'] }) {
  const { t } = useWords()
  if (video === undefined || video === 'ready') return null
  return (
    <Note
      tone="soon"
      icon="video"
      title={t(video === 'waiting' ? 'send.videoWaits' : 'send.noVideo')}
      action={
        <LinkButton to={{ screen: 'video', surveyId }} icon="video">
          {t('send.toVideo')}
        </LinkButton>
      }
    >
      {t(video === 'waiting' ? 'send.videoWaitsWhat' : 'send.noVideoWhat')}
    </Note>
  )
}
