// The message to send: recipient, channel, language, how long its link is valid, and the preview as it will arrive.
import type { MessageOptions, NewMessage } from '@walkaround/contract/app/messages.ts'
import { customerSigners } from '@walkaround/contract/rules/signer.ts'
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { Unreachable } from '../../api/problem.ts'
import { type SurveyView, useClient, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { messageLanguageOf, untranslatedOf } from '../../store/customer-language.ts'
import { newId } from '../../store/ids.ts'
import { edit } from '../../store/outbox.ts'
import type { UnansweredParts } from '../../store/part-requests.ts'
import { Button, Choice, Field, Note } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { ContactSheet } from '../handover/contacts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { Untranslated } from '../untranslated.tsx'
import { AskSheet } from './ask-sheet.tsx'
import { ChannelChoice, useTelegram } from './channel-choice.tsx'
import { GapList } from './gap-list.tsx'
import type { Gap } from './gaps.ts'
import { noteLimit, toDays } from './letter-rules.ts'
import { NoteField } from './note-field.tsx'
import { Preview } from './preview.tsx'
import { addressOf, type Channel, hasAddress, type Recipient, unsentCorrection } from './recipients.ts'
import { PartsList } from './unanswered-parts.tsx'

const settledMs = 500

export function Letter(props: {
  surveyId: string
  view: SurveyView
  recipients: readonly Recipient[]
  /** As the service knows them. */
  known: readonly Recipient[]
  /** Undefined until the service has sent them. */
  options: MessageOptions | undefined
  /** Whether everything has been read that stands above the button: it must not move away from under a finger. */
  isReady: boolean
  operations: MessageOperations
  /** Urgent findings the owner would see without an offer or a picture. */
  gaps: readonly Gap[]
  /** Findings whose parts are asked for and not priced yet. */
  parts: readonly UnansweredParts[]
  onSent: () => void
}) {
  const { t } = useWords()
  const { surveyId, recipients, options, operations } = props
  const workshop = useWorkshop()
  const isOnline = useSignal(workshop.isOnline)
  const { page } = props.view
  const client = useClient()
  const [key, setKey] = useState(() => (recipients.find(({ email }) => email) ?? recipients[0])?.key ?? '')
  const recipient = recipients.find((one) => one.key === key) ?? recipients[0]!
  const hasTelegram = options?.channels.includes('telegram')
  const telegram = useTelegram({ surveyId, recipient, operations, isAsked: isOnline && hasTelegram === true })
  const possible = (['email', 'sms', 'telegram'] as const).filter((channel) =>
    channel === 'telegram' ? telegram.isPossible : hasAddress(recipient, channel),
  )
  const [wanted, setChannel] = useState<Channel>('email')
  const channel = possible.includes(wanted) ? wanted : possible[0]
  const to = { role: recipient.partner.role, contactId: recipient.contactId }
  const [chosen, choose] = useState<Language>()
  const language = chosen ?? messageLanguageOf(page, client, to)
  const isKept = channel !== undefined && options?.kept.includes(channel) === true
  const [typedDays, setDays] = useState<string>()
  const days = toDays(typedDays, options)
  const [note, setNote] = useState('')
  const limit = noteLimit(channel, options)
  const [isCorrecting, correct] = useState(false)
  const [isAsking, ask] = useState(false)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const known = props.known.find((one) => one.key === recipient.key)
  const message: NewMessage | undefined =
    channel === undefined || note.trim().length > limit
      ? undefined
      : {
          recipient: recipient.partner.role,
          channel,
          language,
          ...(recipient.contactId === undefined ? {} : { contactId: recipient.contactId }),
          ...(days.validDays === undefined ? {} : { validDays: days.validDays }),
          ...(note.trim() === '' ? {} : { note: note.trim() }),
          ...unsentCorrection(recipient, known),
        }
  const shown = useSettled(JSON.stringify(message ?? null))
  // Kept until a reply came: the same message under the same id is never sent twice.
  const attempt = useRef<{ id: string; of: string }>(undefined)

  /** Kept for the car, so that forms and later messages use it as well. What the customer has signed but nobody completed stays. */
  const chooseLanguage = (value: Language) => {
    choose(value)
    const isSignedNow =
      !page.survey.completed &&
      page.signatures.some(({ role }) => customerSigners.some((one) => one === role))
    if (isSignedNow) return
    workshop.change(surveyId, [edit({ kind: 'actLanguage', language: value })]).catch(() => choose(undefined))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!message || !days.isGood || isSending) return
    if (props.gaps.length > 0 || props.parts.length > 0) ask(true)
    else void sendNow()
  }
  const sendNow = async () => {
    if (!message) return
    const of = JSON.stringify(message)
    if (attempt.current?.of !== of) attempt.current = { id: newId(), of }
    setSending(true)
    setError(undefined)
    try {
      await operations.send(surveyId, attempt.current.id, message)
      attempt.current = undefined
      toast(t(isKept ? 'send.keptFor' : 'send.sent', { name: recipient.name || addressOf(recipient) }))
      setNote('')
      props.onSent()
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <form className="send-columns" onSubmit={submit} noValidate>
        <section className="panel" aria-label={t('send.title')}>
          <RecipientChoice recipients={recipients} value={recipient.key} onChoose={setKey} />
          <div className="actions">
            <Button icon="pen" onClick={() => correct(true)}>
              {t('send.correct')}
            </Button>
          </div>
          <ChannelChoice
            recipient={recipient}
            value={channel}
            possible={possible}
            telegram={telegram}
            hasTelegram={hasTelegram}
            onChoose={setChannel}
          />
          <Choice
            label={t('send.language')}
            value={language}
            options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
            onChoose={chooseLanguage}
          />
          <Untranslated tag={untranslatedOf(page, to)} />
          <Field
            label={t('send.days')}
            type="number"
            inputMode="numeric"
            min={1}
            max={365}
            value={days.text}
            onChange={(event) => setDays(event.currentTarget.value)}
            {...(days.isGood ? {} : { error: t('send.badDays') })}
          />
          <NoteField value={note} limit={limit} onChange={setNote} />
        </section>
        <section className="panel" aria-label={t('send.preview')}>
          <h2>{t('send.preview')}</h2>
          <div className="send-preview">
            <Preview
              surveyId={surveyId}
              message={shown}
              options={options}
              operations={operations}
              isOnline={isOnline}
            />
          </div>
          {isKept && (
            <Note tone="plain" icon="letter" title={t('send.kept')}>
              {t('send.keptWhat')}
            </Note>
          )}
          {!isOnline && <Note tone="soon" icon="offline" title={t('send.offline')} />}
          {error instanceof Unreachable ? (
            <Note tone="soon" isAlert title={t('send.again')} />
          ) : (
            error !== undefined && <RefusalNote error={error} />
          )}
          <Button
            type="submit"
            look="main"
            icon="letter"
            isWide
            disabled={!isOnline || !props.isReady || !message || !days.isGood || isSending}
          >
            {t(isSending ? 'send.sending' : 'send.go')}
          </Button>
        </section>
      </form>
      {/* Beside the form: it has one of its own, and a form in a form is sent by the browser itself. */}
      {isAsking && (
        <AskSheet
          title={t('send.allTheSame')}
          look="danger"
          icon="letter"
          onYes={sendNow}
          onClose={() => ask(false)}
        >
          {props.gaps.length > 0 && (
            <>
              <p>{t('send.gaps')}</p>
              <GapList surveyId={surveyId} gaps={props.gaps} />
            </>
          )}
          {props.parts.length > 0 && (
            <>
              <p>{t('parts.open', { n: props.parts.length })}</p>
              <PartsList surveyId={surveyId} parts={props.parts} />
            </>
          )}
        </AskSheet>
      )}
      {isCorrecting && (
        <ContactSheet surveyId={surveyId} partner={recipient.self} onClose={() => correct(false)} />
      )}
    </>
  )
}

/** The value once it has stopped changing, so that not every typed letter causes a request. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function RecipientChoice(props: {
  recipients: readonly Recipient[]
  value: string
  onChoose: (key: string) => void
}) {
  const { t } = useWords()
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{t('send.recipient')}</legend>
      <div className="send-people">
        {props.recipients.map((one) => (
          <label key={one.key} className="choice-option">
            <input
              type="radio"
              name={name}
              checked={one.key === props.value}
              onChange={() => props.onChoose(one.key)}
            />
            <span>
              <span className="send-person">
                <span className="soft">
                  {one.contactId === undefined
                    ? t(`handover.role.${one.partner.role}`)
                    : t('send.contactOf', { name: one.partner.name })}
                </span>
                <strong>{one.name || '–'}</strong>
                <span className="send-address">{addressOf(one) || t('handover.unknown')}</span>
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
