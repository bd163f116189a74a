// The words customers read of a question: those its template has for them. A version from before templates had such words is read
// with those of the delivered templates: by the same text, and what a finding means by the id of the question.
import { customerTitle } from '@walkaround/contract/rules/customer-title.ts'
import type { TemplateDocument, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { readTexts } from '../../outside/language-files.ts'
import { readDefaultTemplates } from '../templates/default-templates.ts'
import { listQuestions } from '../templates/rules.ts'
import { toLanguage } from '../templates/translate.ts'
import type { TemplateVersion } from '../templates/versions.ts'

type Question = Pick<TemplateQuestion, 'id' | 'text' | 'customerText' | 'meanings' | 'answers'>
type Meanings = Required<NonNullable<TemplateQuestion['meanings']>>

export interface CustomerWords {
  /** Of a question, without instructions to the workshop. */
  title(question: Question): string
  /** `text` is the answer as the survey has it. */
  answer(question: Question, answerId: string | undefined, text: string): string
  /** What a finding means for the driver. */
  meaning(question: Question, grade: keyof Meanings): string
}

export async function customerWordsIn(language: string): Promise<CustomerWords> {
  const delivered = await deliveredIn(language)
  const fallback = readTexts<Meanings>('meanings', language)
  return {
    title: ({ id, text = id, customerText }) =>
      customerText ?? delivered.texts.get(text) ?? customerTitle(text),
    answer({ answers = [] }, answerId, text) {
      const standard = answers.find(({ id, value }) => id === answerId && value === text)
      return standard?.customerText ?? delivered.texts.get(text) ?? text
    },
    meaning: ({ id, meanings }, grade) =>
      meanings?.[grade] ?? delivered.meanings.get(id)?.[grade] ?? fallback[grade],
  }
}

interface Delivered {
  /** By the text of the workshop. */
  texts: ReadonlyMap<string, string>
  /** By the id of the question. */
  meanings: ReadonlyMap<string, NonNullable<TemplateQuestion['meanings']>>
}

const known = new Map<string, Promise<Delivered>>()
let templates: Promise<TemplateDocument[]> | undefined

function deliveredIn(language: string): Promise<Delivered> {
  const found = known.get(language) ?? readDelivered(language)
  known.set(language, found)
  return found
}

async function readDelivered(language: string): Promise<Delivered> {
  templates ??= readDefaultTemplates()
  const questions = (await templates).flatMap((document) => listQuestions(toLanguage(document, language)))
  const texts = questions.flatMap(({ text, customerText, answers = [] }) => [
    [text, customerText],
    ...answers.map((answer) => [answer.value, answer.customerText]),
  ])
  return {
    texts: new Map(texts.filter((pair): pair is [string, string] => pair.every((one) => one !== undefined))),
    meanings: new Map(questions.flatMap(({ id, meanings }) => (meanings ? [[id, meanings]] : []))),
  }
}

/** Where they differ from what customers would read of the text itself; undefined if nowhere. */
export async function customerTitlesOf(
  { questions }: Pick<TemplateVersion, 'questions'>,
  language: string,
): Promise<Record<string, string> | undefined> {
  const { title } = await customerWordsIn(language)
  const own = [...questions.values()].flatMap((question) => {
    const said = title(question)
    return said === customerTitle(question.text) ? [] : [[question.id, said]]
  })
  return own.length > 0 ? Object.fromEntries(own) : undefined
}
