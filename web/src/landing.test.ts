import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import videoCheck from '../../server/data/templates/vc.json' with { type: 'json' }
import { renderLanding } from './landing.ts'
import { ownerTexts } from './owner/texts/texts.ts'
import { readTexts } from './read-texts.ts'
import { textsOf } from './texts/texts.ts'
import { commonWords, ownWords } from './workshop/screens/checklist/wheels.ts'
import { loadMoreTexts, loadTexts } from './workshop/texts/load-texts.ts'

/** Of the car and the checklist, which is in the person's language. */
const template: Readonly<Record<string, string>> = Object.fromEntries(
  videoCheck.contents.flatMap(({ contents, ...section }) =>
    [section, ...contents].map(({ id, text }) => [id, text]),
  ),
)
function dataIn(language: Language): string[] {
  const texts =
    language === 'en' ? template : readTexts<typeof template>('templates/vc.json', [language])[language]
  const pads = ['FL', 'FR', 'RL', 'RR'].map((wheel) => texts[`vc.pad${wheel}`]!)
  const wheel = ownWords(pads[1]!, pads)
  return ['XD EN 418', texts['vc.s.brakes']!, commonWords(pads), wheel[0]!.toUpperCase() + wheel.slice(1)]
}

for (const language of languages)
  describe(`the demo on the landing page in ${language}`, () => {
    const { demoSteps } = textsOf(language).landing
    const render = (demo: boolean) =>
      renderLanding({ version: '1', demo, baseUrl: 'https://a.example', language, ready: true })

    it('names what is tapped by the words of the screens', async () => {
      await loadMoreTexts()
      const words = new Set<unknown>([
        ...dataIn(language),
        ...Object.values(sharedWords[language].messages),
        ...Object.values((await loadTexts(language)).texts),
        ...Object.values(ownerTexts[language]),
      ])
      const named = demoSteps.flatMap(({ how }) => [...how.matchAll(/\*\*(.+?)\*\*/g)].map(([, one]) => one))
      assert.ok(named.length >= 20)
      assert.deepEqual(
        named.filter((one) => !words.has(one)),
        [],
      )
    })

    it('has five steps, and links to the screens where they begin', () => {
      assert.equal(demoSteps.length, 5)
      const found = [...render(true).matchAll(/href="\.\/workshop\/(\w+)\?lang=(\w+)"/g)]
      assert.deepEqual(
        found.map(([, screen, chosen]) => [screen, chosen]),
        [
          ['outbox', language],
          ['callbacks', language],
        ],
      )
    })

    it('stands there only where there is a demo', () => {
      assert.match(render(true), /id="demo"/)
      assert.doesNotMatch(render(false), /#demo|id="demo"|XD EN 418/)
    })
  })
