import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import { listTexts, toLanguage } from './translate.ts'

const document: TemplateDocument = {
  id: 'own',
  text: 'Own',
  surveyType: 'VC',
  contents: [
    {
      category: 'section',
      id: 's',
      text: 'Section',
      contents: [
        {
          category: 'question',
          id: 'q',
          text: 'Question',
          questionCategory: 'valueSelection',
          answerCategory: 'text',
          answers: [
            { id: 'ok', value: 'Fine', status: 'green' },
            { id: 'bad', value: 'Broken' },
            { id: 'none' },
          ],
        },
      ],
    },
    { category: 'referenceQuestion', id: 'r', text: 'Again', referenceQuestionId: 'q' },
  ],
  texts: {
    de: { template: 'Eigene', s: 'Abschnitt', q: 'Frage', 'q/ok': 'Gut', r: 'Nochmal' },
    'de-AT': { 'q/ok': 'Passt' },
  },
}

test('every text has a key', () => {
  const keys = listTexts(document).map(({ key, text }) => `${key}=${text}`)
  assert.deepEqual(keys, ['template=Own', 's=Section', 'q=Question', 'q/ok=Fine', 'q/bad=Broken', 'r=Again'])
})

test('a language replaces the texts it has and leaves the rest', () => {
  const texts = listTexts(toLanguage(document, 'de')).map(({ text }) => text)
  assert.deepEqual(texts, ['Eigene', 'Abschnitt', 'Frage', 'Gut', 'Broken', 'Nochmal'])
})

test('a variant of a language adds to it', () => {
  const texts = listTexts(toLanguage(document, 'de-AT')).map(({ text }) => text)
  assert.deepEqual(texts, ['Eigene', 'Abschnitt', 'Frage', 'Passt', 'Broken', 'Nochmal'])
})

test('only texts change', () => {
  const blank = (source: TemplateDocument) =>
    JSON.stringify(source, (key, value) => (key === 'text' || key === 'value' ? '' : value))
  assert.equal(blank(toLanguage(document, 'de')), blank(document))
})

test('without texts for the language the document is what it was', () => {
  assert.equal(toLanguage(document, 'ru'), document)
  assert.equal(toLanguage(document, 'toString'), document)
})

test('words for customers have keys of their own, and are never in another language than the text beside them', () => {
  const source = structuredClone(document)
  const [section] = source.contents
  assert.ok(section?.category === 'section')
  const [question] = section.contents
  assert.ok(question?.category === 'question')
  Object.assign(question, { customerText: 'Title', meanings: { red: 'Stop', amber: 'Soon' } })
  Object.assign(question.answers?.[0] ?? {}, { customerText: 'All fine' })
  Object.assign(question.answers?.[1] ?? {}, { customerText: 'Is broken' })
  assert.deepEqual(
    listTexts(source).flatMap(({ key, path }) => (key.includes('#') ? [[key, path]] : [])),
    [
      ['q#customerText', 'contents[0].contents[0].customerText'],
      ['q#red', 'contents[0].contents[0].meanings.red'],
      ['q#amber', 'contents[0].contents[0].meanings.amber'],
      ['q/ok#customerText', 'contents[0].contents[0].answers[0].customerText'],
      ['q/bad#customerText', 'contents[0].contents[0].answers[1].customerText'],
    ],
  )
  const said = (language: string, texts: Record<string, string>) =>
    listTexts(toLanguage({ ...source, texts: { [language]: texts } }, language))
      .filter(({ key }) => key.includes('#'))
      .map(({ text }) => text)
  assert.deepEqual(said('de', { q: 'Frage', 'q#red': 'Halt', 'q/ok': 'Gut' }), ['Halt', 'Is broken'])
  assert.deepEqual(said('fr', { template: 'Propre' }), ['Title', 'Stop', 'Soon', 'All fine', 'Is broken'])
})
