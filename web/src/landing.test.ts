import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { renderLanding } from './landing.ts'
import { ownerTexts } from './owner/texts/texts.ts'
import { textsOf } from './texts/texts.ts'
import { loadMoreTexts, loadTexts } from './workshop/texts/load-texts.ts'

/** Of the car and the checklist, which is in the person's language. */
const data = [
  'XD EN 418',
  'Brakes',
  'Pad thickness',
  'Front right',
  'Bremsen',
  'Belagstärke',
  'Vorn rechts',
].concat('Тормоза', 'Толщина колодки', 'Спереди справа')

for (const language of languages)
  describe(`the demo on the landing page in ${language}`, () => {
    const { demoSteps } = textsOf(language).landing
    const render = (demo: boolean) =>
      renderLanding({ version: '1', demo, baseUrl: 'https://a.example', language, ready: true })

    it('names what is tapped by the words of the screens', async () => {
      await loadMoreTexts()
      const words = new Set<unknown>([
        ...data,
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
