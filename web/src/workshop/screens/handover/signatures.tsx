// Both signatures of the act: who is expected to sign, which signatures are valid, and which are from before a change.
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { proposeSigner, type SignerRole, signerRoles } from '@walkaround/contract/rules/signer.ts'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { actTextOf, type ShownSignature, signaturesThatHold } from '../../store/act.ts'
import { applyEdits } from '../../store/apply-edits.ts'
import { newId } from '../../store/ids.ts'
import { edit } from '../../store/outbox.ts'
import { isAnswered, type Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { standardAnswers } from '../checklist/answering.ts'
import type { Raw } from './partners.ts'
import { SignatureField } from './signature-field.tsx'

type Role = ShownSignature['role']
const sides: Readonly<Record<'customer' | 'serviceAdvisor', readonly Role[]>> = {
  customer: ['customer', 'driver', 'owner', 'representative'],
  serviceAdvisor: ['serviceAdvisor', 'technician'],
}

interface Company extends Raw {
  category?: string
  contactPersons?: Raw[]
}

export function Signatures(props: { surveyId: string; view: SurveyView; questions: readonly Question[] }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { page } = props.view
  const { signatures, survey } = page
  // Signatures are accepted until the order is closed, even after completion (D5).
  const isReadOnly = survey.closed === true
  const holding = signaturesThatHold(page)
  const signedQuestion = props.questions.find(({ answerSigned }) => answerSigned)
  const sign = (role: Role, strokes: number[][], name: string) => {
    const questionId = sides.customer.includes(role) ? signedQuestion?.id : undefined
    // Signing on the screen also gives the answer "signed on the tablet", the first answer of such a question.
    const [first] = signedQuestion ? standardAnswers(signedQuestion) : []
    const changes: Change[] = []
    if (
      questionId &&
      first?.id &&
      signedQuestion?.clientSettings?.consent &&
      !isAnswered(signedQuestion) &&
      !survey.completed
    )
      changes.push(edit({ kind: 'answers', answers: [{ questionId, answerId: first.id }] }))
    const shown = actTextOf(applyEdits(page, changes))
    const signature = {
      role,
      strokes,
      ...(name ? { name } : {}),
      ...(questionId ? { questionId } : {}),
      ...(shown === undefined ? {} : { shown }),
    }
    // Every signature is a new one: earlier ones stay on record.
    workshop.change(props.surveyId, [...changes, { type: 'putSignature', signatureId: newId(), signature }])
  }
  const ofSide = (side: keyof typeof sides) => {
    const given = signatures.filter(({ role }) => sides[side].includes(role))
    const signed = given.findLast((one) => holding.has(one))
    return { struck: given.filter((one) => !holding.has(one)), ...(signed ? { signed } : {}) }
  }
  const customer = survey.customer as Company | undefined
  const driver = (survey.surveyObject as { driver?: Raw } | undefined)?.driver
  const proposed = proposeSigner<Raw, Company>({ driver, customer })
  const nameAs = (role: SignerRole) =>
    nameOf(
      role === proposed.role
        ? proposed.person
        : proposeSigner<Raw, Company>(role === 'driver' ? { driver } : { customer }).person,
    )
  return (
    <>
      <SignatureField<SignerRole>
        title={t('handover.sign.customer')}
        roles={signerRoles(customer)}
        expected={proposed.role}
        nameAs={nameAs}
        isNameNeeded
        company={customer?.category === 'legalEntity' ? nameOf(customer) : ''}
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
