// The texts of a template in other languages. Pure; a text without translation stays as in the document.
import type {
  TemplateAnswer,
  TemplateDocument,
  TemplateElement,
  TemplateQuestion,
} from '@walkaround/contract/template-document.ts'
import { listElements } from './rules.ts'

/** Key of the template's own name. */
export const TEMPLATE_TEXT = 'template'

function answerKey(questionId: string, answerId: string): string {
  return `${questionId}/${answerId}`
}

/** What customers read of the text with this key. */
const customerKey = (key: string) => `${key}#customerText`
const grades = ['red', 'amber'] as const
const meaningKey = (questionId: string, grade: (typeof grades)[number]) => `${questionId}#${grade}`

interface Translatable {
  key: string
  path: string
  text: string
}

/** Every text that can be translated, with its key and path. */
export function listTexts(document: TemplateDocument): Translatable[] {
  return [
    { key: TEMPLATE_TEXT, path: 'text', text: document.text },
    ...listElements(document.contents).flatMap(({ element, path }) => [
      { key: element.id, path: `${path}.text`, text: element.text },
      ...(element.category === 'question' ? textsOfQuestion(element, path) : []),
    ]),
  ]
}

function textsOfQuestion({ id, customerText, meanings, answers = [] }: TemplateQuestion, path: string) {
  const found: { key: string; path: string; text: string | undefined }[] = [
    { key: customerKey(id), path: `${path}.customerText`, text: customerText },
    ...grades.map((grade) => ({
      key: meaningKey(id, grade),
      path: `${path}.meanings.${grade}`,
      text: meanings?.[grade],
    })),
    ...answers.flatMap((answer, index) => {
      const [key, at] = [answerKey(id, answer.id), `${path}.answers[${index}]`]
      return [
        { key, path: `${at}.value`, text: answer.value },
        { key: customerKey(key), path: `${at}.customerText`, text: answer.customerText },
      ]
    }),
  ]
  return found.filter((one): one is Translatable => one.text !== undefined)
}

/** `de-AT` uses the texts of `de` where it has none. */
function findTexts(document: TemplateDocument, language: string): ReadonlyMap<string, string> | undefined {
  const { texts } = document
  if (!texts) return undefined
  const primary = language.split('-', 1)[0] ?? language
  const found = [primary, language].filter((tag) => Object.hasOwn(texts, tag))
  return found.length > 0 ? new Map(found.flatMap((tag) => Object.entries(texts[tag] ?? {}))) : undefined
}

/** The document in another language; unchanged if it has no texts for it. */
export function toLanguage(document: TemplateDocument, language: string): TemplateDocument {
  const texts = findTexts(document, language)
  if (!texts) return document
  const translate = (element: TemplateElement): TemplateElement => {
    if (element.category === 'question') return translateQuestion(element, texts)
    const text = texts.get(element.id) ?? element.text
    return element.category === 'section'
      ? { ...element, text, contents: element.contents.map(translate) }
      : { ...element, text }
  }
  return {
    ...document,
    text: texts.get(TEMPLATE_TEXT) ?? document.text,
    contents: document.contents.map(translate),
  }
}

/**
 * Customers never read two languages at once: where the workshop's own text is translated, a customer's text that is not is left out.
 */
function translateQuestion(question: TemplateQuestion, texts: ReadonlyMap<string, string>): TemplateQuestion {
  const { customerText, meanings, answers, ...rest } = question
  const own = texts.get(question.id)
  const said = (key: string, text: string | undefined) =>
    text === undefined ? undefined : (texts.get(key) ?? (own === undefined ? text : undefined))
  const title = said(customerKey(question.id), customerText)
  const meant = given({
    red: said(meaningKey(question.id, 'red'), meanings?.red),
    amber: said(meaningKey(question.id, 'amber'), meanings?.amber),
  })
  return {
    ...rest,
    text: own ?? question.text,
    ...(title !== undefined && { customerText: title }),
    ...(Object.keys(meant).length > 0 && { meanings: meant }),
    ...(answers && { answers: answers.map((answer) => translateAnswer(question.id, answer, texts)) }),
  }
}

function translateAnswer(
  questionId: string,
  { customerText, ...answer }: TemplateAnswer,
  texts: ReadonlyMap<string, string>,
): TemplateAnswer {
  const key = answerKey(questionId, answer.id)
  const value = texts.get(key)
  const title =
    customerText === undefined
      ? undefined
      : (texts.get(customerKey(key)) ?? (value === undefined ? customerText : undefined))
  return {
    ...answer,
    ...(value !== undefined && { value }),
    ...(title !== undefined && { customerText: title }),
  }
}

const given = <T extends Record<string, string | undefined>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
