import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderLanding } from './landing.ts'
import { type Language, languages } from './language.ts'
import { de as ownerDe } from './owner/texts/de.ts'
import { en as ownerEn } from './owner/texts/en.ts'
import { ru as ownerRu } from './owner/texts/ru.ts'
import { textsOf } from './texts/pick-texts.ts'
import { de as workshopDe } from './workshop/texts/de.ts'
import { en as workshopEn } from './workshop/texts/en.ts'
import { ru as workshopRu } from './workshop/texts/ru.ts'

/** What the screens say; the names of keys do not matter here. */
const said: Readonly<Record<Language, readonly object[]>> = {
  en: [workshopEn, ownerEn],
  de: [workshopDe, ownerDe],
  ru: [workshopRu, ownerRu],
}
/** Of the car and the checklist, which is in the language of the person. */
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

    it('names what is tapped by the words of the screens', () => {
      const words = new Set([...data, ...said[language].flatMap((texts) => Object.values(texts))])
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
