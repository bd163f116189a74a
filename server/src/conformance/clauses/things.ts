// Bodies that several chapters send: a package of its own, a quote on an answer of a survey.
import type { Fields, Survey } from '../kit.ts'

export const labour = (id: string, amountExVat: number, amountIncVat: number): Fields => ({
  id,
  itemCategory: 'labour',
  description: 'Labour',
  quantity: 1,
  unitOfMeasure: 'hour',
  amountExVat,
  amountIncVat,
})

export const material = (id: string, amountExVat: number, amountIncVat: number): Fields => ({
  id,
  itemCategory: 'material',
  description: 'Part',
  quantity: 1,
  unitOfMeasure: 'ea',
  amountExVat,
  amountIncVat,
})

/** Two variants: `petrol` for that fuel alone, with labour and a part, and `any`. */
export const simplePackage = (more: Fields = {}): Fields => ({
  description: 'Conformance kit: not for customers',
  currency: 'EUR',
  variants: [
    {
      id: 'petrol',
      fuelTypeApplicabilityList: ['petrol'],
      contents: [labour('1', 0.1, 0.12), material('2', 0.2, 0.24)],
    },
    { id: 'any', contents: [labour('1', 100, 119)] },
  ],
  ...more,
})

/** A quote on the first standard answer of the survey; nothing is sent yet. */
export async function newQuote(survey: Survey, id: string): Promise<{ path: string; body: Fields }> {
  const question = await survey.question(({ answers }) => answers.length > 0)
  return {
    path: `${survey.path}/quotes/${encodeURIComponent(id)}`,
    body: {
      category: 'quote',
      currency: 'EUR',
      description: 'Conformance kit: not for customers',
      questionId: question.id,
      answerId: question.answers[0]?.id,
      contents: [labour('1', 77.7, 92.46)],
    },
  }
}
