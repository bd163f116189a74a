// Signing an act: who is expected to sign, which signatures hold and which are from before a change, and giving a new one. The
// advisor's screen and the customer's side sign alike.
import { nameOf } from '@walkaround/contract/rules/names.ts'
import {
  customerSigners,
  proposeSigner,
  type SignerRole,
  signerRoles,
} from '@walkaround/contract/rules/signer.ts'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { actTextOf, type ShownSignature, signaturesThatHold } from '../../store/act.ts'
import { applyEdits } from '../../store/apply-edits.ts'
import { newId } from '../../store/ids.ts'
import { edit } from '../../store/outbox.ts'
import { isAnswered, type Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { standardAnswers } from '../checklist/answering.ts'
import type { Raw } from './partners.ts'

type Role = ShownSignature['role']
const sides: Readonly<Record<'customer' | 'serviceAdvisor', readonly Role[]>> = {
  customer: customerSigners,
  serviceAdvisor: ['serviceAdvisor', 'technician'],
}

interface Company extends Raw {
  category?: string
  contactPersons?: Raw[]
}

/** Until the server reports its time, it is known only on this device. */
export const isHere = ({ signedAt }: Pick<ShownSignature, 'signedAt'>): boolean => signedAt.startsWith('1970')

export function useSigning(surveyId: string, { page }: SurveyView, questions: readonly Question[]) {
  const workshop = useWorkshop()
  const { signatures, survey } = page
  const holding = signaturesThatHold(page)
  const signedQuestion = questions.find(({ answerSigned }) => answerSigned)
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
    workshop.change(surveyId, [...changes, { type: 'putSignature', signatureId: newId(), signature }])
  }
  const ofSide = (side: keyof typeof sides) => {
    const given = signatures.filter(({ role }) => sides[side].includes(role))
    const signed = given.findLast((one) => holding.has(one))
    return { struck: given.filter((one) => !holding.has(one)), ...(signed ? { signed } : {}) }
  }
  const customer = survey.customer as Company | undefined
  const driver = (survey.surveyObject as { driver?: Raw } | undefined)?.driver
  const proposed = proposeSigner<Raw, Company>({ driver, customer })
  const signer = {
    roles: signerRoles(customer),
    expected: proposed.role,
    nameAs: (role: SignerRole) =>
      nameOf(
        role === proposed.role
          ? proposed.person
          : proposeSigner<Raw, Company>(role === 'driver' ? { driver } : { customer }).person,
      ),
    company: customer?.category === 'legalEntity' ? nameOf(customer) : '',
  }
  // Signatures are accepted until the order is closed, even after completion (D5).
  return { sign, ofSide, signer, isReadOnly: survey.closed === true }
}
