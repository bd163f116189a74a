// Every printed form that this inspection has, in the customer's language or another one. Forms are made by the service.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Form } from '@walkaround/contract/dms/media.ts'
import { formsOf, holdsAct } from '@walkaround/contract/rules/printed-forms.ts'
import { findLanguage, type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useState } from 'preact/compat'
import { ofSurvey } from '../../api/operations.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { operationUrl } from '../../places.ts'
import type { Question } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { Choice, Note } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export function PrintSheet(props: {
  surveyId: string
  page: SurveyPage
  questions: readonly Question[]
  /** The customer's. */
  customers: Language
  isUnsent: boolean
  onClose: () => void
}) {
  const { t, dayTime } = useWords()
  const { surveyId, page, questions } = props
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId) ?? ''
  const isOnline = useSignal(workshop.isOnline)
  const [chosen, choose] = useState<Language>()
  const language = chosen ?? props.customers
  // What was signed stays in the language of the act, unless somebody asks for another.
  const languageOf = (form: Form) =>
    chosen ?? (holdsAct(form) ? findLanguage(page.act?.language ?? '') : undefined) ?? language
  const of = ofSurvey(clientId, surveyId)
  const forms = formsOf({
    hasAct: page.signatures.length > 0 || questions.some(({ answerSigned }) => answerSigned === true),
    hasDamage:
      page.damage.marks.length > 0 ||
      questions.some(({ clientSettings }) => clientSettings?.damageMap === true),
  })
  // A page stored by an earlier version of the app has no list.
  const { receipts = [] } = page as Partial<SurveyPage>
  return (
    <Sheet title={t('result.printTitle')} onClose={props.onClose}>
      {isOnline ? (
        <div className="print">
          <Choice
            label={t('result.printLanguage')}
            value={language}
            onChoose={choose}
            options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
          />
          {props.isUnsent && <Note tone="soon" icon="device" title={t('result.printUnsent')} />}
          <ul className="things">
            {forms.map((form) => (
              <PrintLink
                key={form}
                href={operationUrl('getSurveyForm', { ...of, form }, { lang: languageOf(form) })}
                text={t(`result.form.${form}`)}
              />
            ))}
            {receipts.map(({ id, at }) => (
              <PrintLink
                key={id}
                href={operationUrl('getOwnerReceiptPdf', { ...of, receipt_id: id })}
                text={t('quotes.receipt', { time: dayTime(at) })}
              />
            ))}
          </ul>
          <p className="soft">{t('result.printWhat')}</p>
        </div>
      ) : (
        <Note tone="plain" icon="offline" title={t('net.offline')}>
          {t('result.printOffline')}
        </Note>
      )}
    </Sheet>
  )
}

function PrintLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a className="thing" href={href} target="_blank" rel="noopener">
        <Icon name="page" />
        <span className="thing-words thing-text">{text}</span>
        <span className="soft">PDF</span>
        <Icon name="next" size={20} />
      </a>
    </li>
  )
}
