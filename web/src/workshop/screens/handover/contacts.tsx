// Contact data of the people around the car, and correcting them. A correction is reported to the DMS as such.
import { type FormEvent, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { edit } from '../../store/outbox.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Field, IconButton } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { correctionOf, faultsOf, type Partner } from './partners.ts'

export function Contacts(props: { surveyId: string; partners: readonly Partner[]; isReadOnly: boolean }) {
  const { t } = useWords()
  const [role, setRole] = useState<string>()
  const chosen = props.partners.find((one) => one.role === role)
  return (
    <section className="panel">
      <h2>{t('handover.contacts')}</h2>
      <ul className="contacts">
        {props.partners.map((partner) => (
          <li key={partner.role} className="contact">
            <div className="offer-words">
              <p className="soft">{t(`handover.role.${partner.role}`)}</p>
              <p>
                <strong>{partner.name}</strong>
              </p>
              <Way icon="phone" value={partner.mobilePhone} former={partner.formerMobilePhone} />
              <Way icon="letter" value={partner.email} former={partner.formerEmail} />
            </div>
            {!props.isReadOnly && (
              <IconButton
                icon="pen"
                label={t('handover.correct', { name: partner.name })}
                onClick={() => setRole(partner.role)}
              />
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <ContactSheet surveyId={props.surveyId} partner={chosen} onClose={() => setRole(undefined)} />
      )}
    </section>
  )
}

function Way({ icon, value, former }: { icon: 'phone' | 'letter'; value?: string; former?: string }) {
  const { t } = useWords()
  return (
    <p className="way">
      <Icon name={icon} size={20} />
      <span>{value ?? <span className="soft">{t('handover.unknown')}</span>}</span>
      {former !== undefined && former !== value && (
        <s className="soft">
          <span className="unseen">{t('quotes.insteadOf')} </span>
          {former}
        </s>
      )}
    </p>
  )
}

export function ContactSheet({
  surveyId,
  partner,
  onClose,
}: {
  surveyId: string
  partner: Partner
  onClose: () => void
}) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const [typed, setTyped] = useState({ email: partner.email ?? '', mobilePhone: partner.mobilePhone ?? '' })
  const [isChecked, setChecked] = useState(false)
  const faults = faultsOf(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (faults.email || faults.mobilePhone) return
    const correction = correctionOf(partner, typed)
    const of = partner.contactId === undefined ? {} : { contactId: partner.contactId }
    if (Object.keys(correction).length > 0)
      workshop.change(surveyId, [edit({ kind: 'contact', partner: partner.role, ...of, ...correction })])
    onClose()
  }
  return (
    <Sheet title={partner.name || t(`handover.role.${partner.role}`)} onClose={onClose}>
      <form className="decision-form" onSubmit={submit} noValidate>
        <Field
          label={t('handover.phone')}
          type="tel"
          inputMode="tel"
          value={typed.mobilePhone}
          maxLength={60}
          onChange={(event) => setTyped({ ...typed, mobilePhone: event.currentTarget.value })}
          {...(isChecked && faults.mobilePhone ? { error: t('handover.badPhone') } : {})}
        />
        <Field
          label={t('handover.email')}
          type="email"
          inputMode="email"
          value={typed.email}
          maxLength={200}
          onChange={(event) => setTyped({ ...typed, email: event.currentTarget.value })}
          {...(isChecked && faults.email ? { error: t('handover.badEmail') } : {})}
        />
        <p className="soft">{t('handover.toDms')}</p>
        <Button type="submit" look="main" icon="check" isWide>
          {t('handover.keep')}
        </Button>
      </form>
    </Sheet>
  )
}
