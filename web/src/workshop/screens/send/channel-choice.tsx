// Channels: those that reach the person can be chosen, the others say why not and what helps.
import { useEffect, useId, useState } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { Refused } from '../../api/problem.ts'
import { useWords } from '../../app/words.tsx'
import type { TextKey } from '../../texts/texts.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import type { Channel, Recipient } from './recipients.ts'

const icons = { email: 'letter', sms: 'phone', telegram: 'sending' } as const satisfies Record<
  Channel,
  IconName
>

export interface Telegram {
  isPossible: boolean
  invite(): Promise<string>
}

/** Only the service knows who has started the bot: a preview, which changes nothing, asks it. */
export function useTelegram(asked: {
  surveyId: string
  recipient: Recipient
  operations: MessageOperations
  /** False without a bot or without a network. */
  isAsked: boolean
}): Telegram {
  const { surveyId, recipient, operations, isAsked } = asked
  const [reached, setReached] = useState<string>()
  const { role } = recipient.partner
  const { contactId, key } = recipient
  // biome-ignore lint/correctness/useExhaustiveDependencies: the operations are the same for as long as the client is
  useEffect(() => {
    if (!isAsked) return undefined
    const over = new AbortController()
    const probe = {
      recipient: role,
      channel: 'telegram' as const,
      ...(contactId === undefined ? {} : { contactId }),
    }
    operations.preview(surveyId, probe, over.signal).then(
      () => setReached(key),
      (error: unknown) => {
        if (error instanceof Refused) setReached(undefined)
      },
    )
    return () => over.abort()
  }, [surveyId, role, contactId, key, isAsked])
  return {
    isPossible: isAsked && reached === key,
    invite: async () => (await operations.invite(surveyId, role, contactId)).url,
  }
}

export function ChannelChoice(props: {
  recipient: Recipient
  value: Channel | undefined
  possible: readonly Channel[]
  telegram: Telegram
  /** Whether there is a bot; undefined until it is known. */
  hasTelegram: boolean | undefined
  onChoose: (channel: Channel) => void
}) {
  const { t } = useWords()
  const name = useId()
  const reasons: Record<Channel, TextKey> = {
    email: 'send.noEmail',
    sms: 'send.noPhone',
    telegram: props.hasTelegram ? 'send.noTelegram' : 'send.noBot',
  }
  const channels = (['email', 'sms', 'telegram'] as const).filter(
    (channel) => channel !== 'telegram' || props.hasTelegram !== undefined,
  )
  return (
    <fieldset className="choice">
      <legend>{t('send.channel')}</legend>
      <div className="choice-row">
        {channels
          .filter((channel) => props.possible.includes(channel))
          .map((channel) => (
            <label key={channel} className="choice-option">
              <input
                type="radio"
                name={name}
                checked={channel === props.value}
                onChange={() => props.onChoose(channel)}
              />
              <span>{t(`messages.channel.${channel}`)}</span>
            </label>
          ))}
      </div>
      <ul className="send-not">
        {channels
          .filter((channel) => !props.possible.includes(channel))
          .map((channel) => (
            <li key={channel}>
              <p className="send-why">
                <Icon name={icons[channel]} size={20} />
                <span>
                  <strong>{t(`messages.channel.${channel}`)}</strong> {t(reasons[channel])}
                </span>
              </p>
              {channel === 'telegram' && props.hasTelegram && (
                <Invitation key={props.recipient.key} telegram={props.telegram} />
              )}
            </li>
          ))}
      </ul>
    </fieldset>
  )
}

function Invitation({ telegram }: { telegram: Telegram }) {
  const { t } = useWords()
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<unknown>()
  if (url !== undefined)
    return (
      <p className="send-invitation">
        {t('send.inviteWhat')}{' '}
        <a href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
      </p>
    )
  return (
    <>
      <Button look="quiet" onClick={() => telegram.invite().then(setUrl, setError)}>
        {t('send.invite')}
      </Button>
      {error !== undefined && <RefusalNote error={error} />}
    </>
  )
}
