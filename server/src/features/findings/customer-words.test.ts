import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { languagesFolder } from '../../outside/language-files.ts'
import { readDefaultTemplates } from '../templates/default-templates.ts'
import { customerWordsIn } from './customer-words.ts'

interface Element {
  id: string
  category?: string
  text?: string
  contents?: Element[]
  answers?: { id: string; value?: string; status?: string }[]
}
interface Template extends Element {
  texts: Record<string, Record<string, string>>
}

const templates = (await readDefaultTemplates()).filter(({ id }) =>
  ['health', 'vc'].includes(id),
) as Template[]

/** All texts of questions and answers that customers read, in a language. */
function textsOf(
  { contents = [], texts }: Template,
  language: string,
): { answers: string[]; titles: string[] } {
  const found = { answers: [] as string[], titles: [] as string[] }
  const say = (key: string, own: string | undefined) => (language === 'en' ? own : texts[language]?.[key])
  const walk = (elements: readonly Element[]) => {
    for (const { id, category, text, contents: inner, answers = [] } of elements) {
      if (category === 'question') found.titles.push(say(id, text) ?? '')
      for (const answer of answers) {
        // Some answers that are not judged say two things: "absent: key box".
        if (answer.status !== undefined) found.answers.push(say(`${id}/${answer.id}`, answer.value) ?? '')
      }
      walk(inner ?? [])
    }
  }
  walk(contents)
  return found
}

describe('what customers read of the delivered templates', () => {
  for (const language of languages) {
    const { title, answer } = customerWordsIn(language)
    const all = templates.map((template) => textsOf(template, language))

    it(`${language}: no answer and no question tells the workshop what to do`, () => {
      for (const { answers, titles } of all) {
        assert.deepEqual(
          answers.map(answer).filter((text) => /: /.test(text)),
          [],
        )
        assert.deepEqual(
          titles.map(title).filter((text) => /: |\)$/.test(text)),
          [],
        )
      }
    })

    it(`${language}: every entry is of words that a template has`, () => {
      const file = readFileSync(new URL(`${language}/server/customer-words.json`, languagesFolder), 'utf8')
      const delivered = templates.map((template) => JSON.stringify(template))
      const unknown = Object.keys(JSON.parse(file)).filter(
        (words) => !delivered.some((one) => one.includes(JSON.stringify(words))),
      )
      assert.deepEqual(unknown, [])
    })
  }

  it('words of others stay as they are', () => {
    const { title, answer } = customerWordsIn('fr')
    assert.equal(answer('Bas : compléter (au garage)'), 'Bas : compléter (au garage)')
    assert.equal(title('Profondeur (la plus petite)'), 'Profondeur')
  })
})
