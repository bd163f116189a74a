// The way to the customer's side: the customer's language, whose texts are loaded before the tablet is turned round.
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useEffect, useState } from 'preact/compat'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { useSpoken } from '../../app/spoken.tsx'
import { useWords } from '../../app/words.tsx'
import { untranslatedOf } from '../../store/customer-language.ts'
import { edit } from '../../store/outbox.ts'
import type { Question } from '../../store/survey-elements.ts'
import { Button, Choice, Note } from '../../ui/parts.tsx'
import { isFrozen } from '../survey-shell.tsx'
import { Untranslated } from '../untranslated.tsx'
import { ActCopy } from './act-copy.tsx'
import { actLanguageOf, CustomerSide } from './customer-side.tsx'
import { useSigning } from './signing.ts'

interface Props {
  surveyId: string
  view: SurveyView
  questions: readonly Question[]
}

/** A page that is loaded again while the customer has it stays on the customer's side. */
const kept = 'customer-side'

export function TurnToCustomer({ surveyId, view, questions }: Props) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const language = actLanguageOf(view)
  const { spoken: loaded, isMissing } = useSpoken(language)
  const spoken = loaded?.language === language ? loaded : undefined
  const [chosen, setChosen] = useState<Language>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever it has become
  useEffect(() => setChosen(undefined), [language])
  const [isTurned, setTurned] = useState(() => sessionStorage.getItem(kept) === surveyId)
  const { signed } = useSigning(surveyId, view, questions).ofSide('customer')
  if (view.page.act === undefined) return null
  const turn = (isNow: boolean) => {
    if (isNow) sessionStorage.setItem(kept, surveyId)
    else sessionStorage.removeItem(kept)
    setTurned(isNow)
  }
  // Until the choice is kept, the former language would be shown for a moment.
  const isReady = spoken !== undefined && (chosen ?? language) === language
  const known = languages.filter((one) => view.page.actWords?.[one] !== undefined)
  return (
    <>
      <section className="panel" aria-label={t('reception.side')}>
        <h2>{t('reception.side')}</h2>
        <p className="soft">{t('reception.sideWhat')}</p>
        {isFrozen(view) || known.length === 0 ? (
          <p className="soft">{t('reception.languageFixed', { language: languageNames[language] })}</p>
        ) : (
          <Choice<Language>
            label={t('reception.language')}
            options={known.map((value) => ({ value, label: languageNames[value], lang: value }))}
            value={chosen ?? language}
            onChoose={(value) => {
              setChosen(value)
              workshop
                .change(surveyId, [edit({ kind: 'actLanguage', language: value })])
                .catch(() => setChosen(undefined))
            }}
          />
        )}
        <Untranslated tag={untranslatedOf(view.page)} />
        {isMissing && <Note tone="soon" title={t('reception.notLoaded')} />}
        <div className="actions">
          <Button look="main" icon="person" disabled={!isReady} onClick={() => turn(true)}>
            {t('reception.turnTo')}
          </Button>
        </div>
      </section>
      {signed && !isTurned && <ActCopy surveyId={surveyId} signed={signed} />}
      {isTurned && spoken && (
        <CustomerSide
          surveyId={surveyId}
          view={view}
          questions={questions}
          spoken={spoken}
          onLeave={() => turn(false)}
        />
      )}
    </>
  )
}
