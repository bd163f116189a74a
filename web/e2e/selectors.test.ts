// Browser checks find things as people do, by role, label and words. Style classes and ids are for style sheets and scripts.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parts } from './parts.ts'

/** A string that is given to something that selects. */
const selecting =
  /(?:ocator|waitForSelector|querySelector(?:All)?|closest|matches|\$\$?(?:eval)?)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
/** A class, an id, a mark for tests within it; and not a number or the end of an address. */
const classOrId =
  /(?:^|[\s>+~,(\w\])*])[.#][a-z][\w-]*|\[(?:id|class|data-part|data-test)[\w-]*\s*[~|*^$]?[=\]]/i
/** Selectors may be kept apart from where they are used: quoted, and nothing but a class or an id. */
const kept = /(['"`])[.#][a-z][\w-]*(?:[ >:.[].*)?\1/g
const mostLines = 250

/** Addresses within a page begin like an id. */
const isAddress = (text: string) => /^['"`]#(?:main|\$\{)/.test(text)
const listIn = (text: string) => [
  ...[...text.matchAll(selecting)]
    .map(([, , selector = '']) => selector)
    .filter((one) => classOrId.test(one)),
  ...[...text.matchAll(kept)].map(([whole]) => whole).filter((one) => !isAddress(one)),
]

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')

describe('selectors of browser checks', () => {
  it('are known when they name a class, an id or a mark of their own', () => {
    const bad = [
      "page.locator('dialog.camera')",
      'querySelector("main #main > p")',
      'locator(`[id="q-1"]`)',
      "locator('[class*=car]')",
      "page.frameLocator('iframe:not(.coming)')",
      "page.$('p.note')",
      'locator(\'[data-part="walk-way"]\')',
      "locator('[data-testid=car]')",
      "const car = '.car'",
      "['damage', '.damage-drawing svg']",
    ]
    for (const text of bad) assert.equal(listIn(text).length, 1, text)
    const good = [
      "page.locator('canvas')",
      "locator('input[type=file]')",
      'locator(\'dt:text-is("Total") + dd\')',
      "getByText('12.5 mm')",
      "locator('html')",
      "import { carOf } from './board.ts'",
      'matches(\'a[href="#main"]\')',
    ]
    for (const text of good) assert.deepEqual(listIn(text), [], text)
  })

  it('name none of them', () => {
    const found = files
      .filter((name) => name !== 'parts.ts')
      .flatMap((name) => listIn(textOf(name)).map((selector) => `${name}: ${selector}`))
    assert.deepEqual(found, [])
  })

  it('select by an attribute alone only where nothing has a name', () => {
    for (const [name, selector] of Object.entries(parts)) {
      assert.match(selector, /^\[data-[a-z-]+(?:="[a-z-]+")?\]$/, name)
      const used = files.filter((file) => textOf(file).includes(`parts.${name}`))
      assert.ok(used.length > 0, `no check looks for ${name}`)
    }
  })

  it('stand in files that can be read at once', () => {
    const long = files.filter((name) => textOf(name).split('\n').length > mostLines)
    assert.deepEqual(long, [])
  })

  it('wait for what they need: no pause proves that nothing happened', () => {
    const found = files.flatMap((name) =>
      [...textOf(name).matchAll(/waitForTimeout|waitForFunction/g)].map(([call]) => `${name}: ${call}`),
    )
    assert.deepEqual(found, [])
  })
})
