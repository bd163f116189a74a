// That the customer was written to, and what they decided: in short, without texts and addresses.
import type { VehicleContact, VehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { useWords } from '../../app/words.ts'
import { useVisitWords } from './visit-words.ts'

export function Contacts({ history }: { history: VehicleHistory }) {
  const { contacts } = history
  const { t } = useWords()
  const wordsAt = useVisitWords()
  if (contacts.length === 0) return null
  return (
    <section className="panel" aria-label={t('vehicle.contacts')}>
      <h2>{t('vehicle.contacts')}</h2>
      <ul className="vehicle-list">
        {contacts.map((contact) => (
          <li key={keyOf(contact)} className="vehicle-row">
            <ContactWords contact={contact} />
            <span className="soft">{wordsAt(contact.surveyId).shortDate(contact.at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const keyOf = ({ kind, surveyId, at, quoteId, channel, messageType }: VehicleContact) =>
  [kind, surveyId, at, quoteId, channel, messageType].join(' ')

function ContactWords({ contact }: { contact: VehicleContact }) {
  const { t, shared } = useWords()
  const { messageType, channel, state, text, decision, medium } = contact
  const words =
    contact.kind === 'message'
      ? [
          messageType && shared.messages[messageType],
          channel && t(`vehicle.channel.${channel}`),
          state === 'sent' || !state ? '' : t(`vehicle.state.${state}`),
        ]
      : [text, decision && t(`quotes.is.${decision}`), medium && t(`vehicle.medium.${medium}`)]
  return <span>{words.filter(Boolean).join(' · ')}</span>
}
