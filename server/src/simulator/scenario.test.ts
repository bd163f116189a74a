// Scenarios as files: those of the project are whole in every language, and mistakes in others are named by their place.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { countSteps } from './play.ts'
import { faultsOf, type Words, wordsIn } from './scenario.ts'
import { findScenario, listScenarios } from './scenarios.ts'

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

function* wordsOf(value: unknown): Generator<Words> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    if (['say', 'title', 'about'].includes(name)) yield one as Words
    else yield* wordsOf(one)
  }
}

describe('the scenarios of the project', () => {
  test('are all files of the folder, without a fault, each under its own name', () => {
    const files = readdirSync(new URL('./scenarios', import.meta.url)).map((file) =>
      file.replace('.json', ''),
    )
    assert.deepEqual(
      listScenarios()
        .map(({ id }) => id)
        .sort(),
      files.sort(),
    )
    for (const scenario of listScenarios()) assert.deepEqual(faultsOf(scenario), [], scenario.id)
  })

  test('have every text in every language, with the same places', () => {
    for (const { title, about, chapters } of listScenarios()) {
      for (const words of [title, about, ...wordsOf(chapters)]) {
        assert.ok(typeof words === 'object', `only in one language: ${JSON.stringify(words)}`)
        assert.deepEqual(Object.keys(words).sort(), [...languages].sort(), words.en)
        for (const language of languages) {
          assert.deepEqual(placesIn(wordsIn(words, language)), placesIn(words.en), wordsIn(words, language))
        }
      }
    }
  })

  test('the normal day has forty orders', () => {
    const day = findScenario('normal-day')
    assert.equal(day?.tables?.cars?.length, 40)
    assert.ok(countSteps(day) > 300)
  })
})

describe('a file that is no scenario', () => {
  const step = { say: 'x', call: 'getSelf' }
  const scenario = (...steps: object[]) => ({
    id: 'mine',
    title: 'x',
    about: 'x',
    chapters: [{ title: 'x', steps }],
  })

  test('is told what is wrong, and where', () => {
    assert.deepEqual(faultsOf(scenario(step)), [])
    assert.deepEqual(faultsOf(scenario(step, { ...step, call: 'getNothing' })), [
      '/chapters/0/steps/1: there is no operation "getNothing"',
    ])
    assert.deepEqual(faultsOf(scenario({ each: 'cars', steps: [step] })), [
      '/chapters/0/steps/0/each: there is no table "cars"',
    ])
    assert.deepEqual(faultsOf(scenario({ ...step, body: { deep: [{ '...': 'order' }] } })), [
      '/chapters/0/steps/0/body: there is no part "order"',
    ])
    assert.match(faultsOf({ ...scenario(step), id: 'My Own' })[0] ?? '', /^\/id: /)
    assert.match(faultsOf(scenario({ ...step, expekt: {} })).join(), /^\/chapters\/0\/steps\/0/)
    assert.match(faultsOf([]).join(), /^\/: /)
  })

  test('inherited names are no operations', () => {
    assert.deepEqual(faultsOf(scenario({ ...step, call: 'constructor' })), [
      '/chapters/0/steps/0: there is no operation "constructor"',
    ])
  })
})
