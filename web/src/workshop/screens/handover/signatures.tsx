// Both signatures of the act, on the advisor's screen.
import type { SignerRole } from '@walkaround/contract/rules/signer.ts'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import type { Question } from '../../store/survey-elements.ts'
import { SignatureField } from './signature-field.tsx'
import { useSigning } from './signing.ts'

export function Signatures(props: { surveyId: string; view: SurveyView; questions: readonly Question[] }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { sign, ofSide, signer, isReadOnly } = useSigning(props.surveyId, props.view, props.questions)
  return (
    <>
      <SignatureField<SignerRole>
        title={t('handover.sign.customer')}
        {...signer}
        isNameNeeded
        isReadOnly={isReadOnly}
        onSign={sign}
        {...ofSide('customer')}
      />
      <SignatureField<'serviceAdvisor'>
        title={t('handover.sign.serviceAdvisor')}
        roles={['serviceAdvisor']}
        expected="serviceAdvisor"
        nameAs={() => workshop.session()?.name ?? ''}
        isReadOnly={isReadOnly}
        onSign={sign}
        {...ofSide('serviceAdvisor')}
      />
    </>
  )
}
