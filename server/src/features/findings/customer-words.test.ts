import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { readDefaultTemplates } from '../templates/default-templates.ts'
import { forInterface, listQuestions } from '../templates/rules.ts'
import { toLanguage } from '../templates/translate.ts'
import { customerTitlesOf, customerWordsIn } from './customer-words.ts'

const templates = await readDefaultTemplates()
/** Brackets, what to do after a colon, and how long a video should be. */
const instruction = /[()[\]]|: |\d\s?–\s?\d/

function* textsOf(question: TemplateQuestion, words: Awaited<ReturnType<typeof customerWordsIn>>) {
  yield words.title(question)
  for (const { id, value } of question.answers ?? []) if (value) yield words.answer(question, id, value)
}

const meaningsOf = (question: TemplateQuestion, { meaning }: Awaited<ReturnType<typeof customerWordsIn>>) => [
  meaning(question, 'red'),
  meaning(question, 'amber'),
]

describe('what customers read of the delivered templates', () => {
  for (const language of languages)
    it(`${language}: no title, answer or meaning tells the workshop what to do`, async () => {
      const words = await customerWordsIn(language)
      const questions = templates.flatMap((document) => listQuestions(toLanguage(document, language)))
      assert.ok(questions.length > 90, `${questions.length}`)
      const read = questions.flatMap((question) => [...textsOf(question, words)])
      assert.deepEqual(
        read.filter((text) => instruction.test(text)),
        [],
      )
      // A sentence may have a colon.
      const meanings = questions.flatMap((question) => meaningsOf(question, words))
      assert.deepEqual(
        meanings.filter((text) => /[()[\]]|\d–\d/.test(text) || !/[.!]$/.test(text)),
        [],
      )
    })

  it('is read the same of a version from before templates had words for customers', async () => {
    for (const language of languages) {
      const words = await customerWordsIn(language)
      for (const document of templates) {
        const { contents } = toLanguage(document, language)
        const before = listQuestions({ contents: forInterface(contents) })
        const now = listQuestions({ contents })
        assert.deepEqual(
          before.map((question) => [...textsOf(question, words), ...meaningsOf(question, words)]),
          now.map((question) => [...textsOf(question, words), ...meaningsOf(question, words)]),
        )
      }
    }
  })
})

describe('templates of others', () => {
  const question = { id: 'own', text: 'Profondeur (la plus petite)' }

  it('are read without the note in brackets, answers as they are, and with the general meaning', async () => {
    const { title, answer, meaning } = await customerWordsIn('de')
    assert.equal(title(question), 'Profondeur')
    assert.equal(answer(question, 'x', 'Bas : compléter (au garage)'), 'Bas : compléter (au garage)')
    assert.match(meaning(question, 'red'), /^Das ist nicht sicher/)
    assert.equal(await customerTitlesOf({ questions: new Map() }, 'de'), undefined)
  })

  it('say what they have to say to customers', async () => {
    const words = await customerWordsIn('de')
    const own: TemplateQuestion = {
      ...question,
      category: 'question',
      questionCategory: 'valueSelection',
      answerCategory: 'text',
      customerText: 'Ihre Reifen',
      meanings: { red: 'Bitte nicht weiterfahren.' },
      answers: [{ id: 'low', value: 'Niedrig: messen', customerText: 'Niedrig', status: 'red' }],
    }
    assert.equal(words.title(own), 'Ihre Reifen')
    assert.equal(words.meaning(own, 'red'), 'Bitte nicht weiterfahren.')
    assert.match(words.meaning(own, 'amber'), /^Das funktioniert noch/)
    assert.equal(words.answer(own, 'low', 'Niedrig: messen'), 'Niedrig')
    // What somebody typed is theirs.
    assert.equal(words.answer(own, 'low', 'Niedrig, links'), 'Niedrig, links')
    const questions = new Map([[own.id, own]])
    assert.deepEqual(await customerTitlesOf({ questions }, 'de'), { own: 'Ihre Reifen' })
  })
})
