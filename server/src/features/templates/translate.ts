// The texts of a template in other languages. Pure; a text without translation stays as in the document.
import type { TemplateDocument, TemplateElement } from '@walkaround/contract/template-document.ts'
import { listElements } from './rules.ts'

/** Key of the template's own name. */
export const TEMPLATE_TEXT = 'template'

function answerKey(questionId: string, answerId: string): string {
  return `${questionId}/${answerId}`
}

/** Every text that can be translated, with its key and path. */
export function listTexts(document: TemplateDocument): { key: string; path: string; text: string }[] {
  return [
    { key: TEMPLATE_TEXT, path: 'text', text: document.text },
    ...listElements(document.contents).flatMap(({ element, path }) => [
      { key: element.id, path: `${path}.text`, text: element.text },
      ...(element.category === 'question' ? (element.answers ?? []) : []).flatMap(({ id, value }, index) =>
        value === undefined
          ? []
          : [{ key: answerKey(element.id, id), path: `${path}.answers[${index}].value`, text: value }],
      ),
    ]),
  ]
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
    const text = texts.get(element.id) ?? element.text
    if (element.category === 'section') return { ...element, text, contents: element.contents.map(translate) }
    if (element.category === 'referenceQuestion' || !element.answers) return { ...element, text }
    const answers = element.answers.map((answer) => {
      const value = texts.get(answerKey(element.id, answer.id))
      return value === undefined ? answer : { ...answer, value }
    })
    return { ...element, text, answers }
  }
  return {
    ...document,
    text: texts.get(TEMPLATE_TEXT) ?? document.text,
    contents: document.contents.map(translate),
  }
}
