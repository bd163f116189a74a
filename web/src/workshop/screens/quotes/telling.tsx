// How the customer gave the decision: at the counter, or by phone, and then who it was.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { proposeSigner } from '@walkaround/contract/rules/signer.ts'
import { useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Choice, Field } from '../../ui/parts.tsx'
import type { Raw } from '../handover/partners.ts'

interface Company extends Raw {
  category?: string
  contactPersons?: Raw[]
}

/** The customer is called; for a company its contact person, or the driver if nobody else is known. */
function contactOf({ survey }: SurveyPage): string {
  const customer = survey.customer as Company | undefined
  const { driver } = (survey.surveyObject ?? {}) as { driver?: Raw }
  return nameOf((customer && proposeSigner<Raw, Company>({ customer }).person) ?? driver)
}

export function useTelling(page: SurveyPage) {
  const [medium, setMedium] = useState<'phone' | 'direct'>('direct')
  const [typed, setTyped] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const name = typed ?? contactOf(page)
  const isMissing = medium === 'phone' && name.trim() === ''
  return {
    medium,
    setMedium,
    name,
    setName: setTyped,
    /** True if a decision can be recorded; otherwise asks for what is missing. */
    check: () => {
      setAsked(isMissing)
      return !isMissing
    },
    isNameMissing: isMissing && isAsked,
    way: { approvalMedium: medium, ...(medium === 'phone' ? { spokeWith: name.trim() } : {}) },
  }
}

export function Telling({ telling }: { telling: ReturnType<typeof useTelling> }) {
  const { t } = useWords()
  return (
    <>
      <Choice
        label={t('quotes.medium')}
        isLabelUnseen
        value={telling.medium}
        options={[
          { value: 'direct', label: t('quotes.medium.direct') },
          { value: 'phone', label: t('quotes.medium.phone') },
        ]}
        onChoose={telling.setMedium}
      />
      {telling.medium === 'phone' && (
        <div className="spoke-with">
          <Field
            label={t('quotes.spokeWith')}
            value={telling.name}
            maxLength={200}
            onChange={(event) => telling.setName(event.currentTarget.value)}
            {...(telling.isNameMissing ? { error: t('quotes.needsName') } : {})}
          />
        </div>
      )}
    </>
  )
}
