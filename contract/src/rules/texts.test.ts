import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fill, findLanguage } from './texts.ts'

describe('fill', () => {
  it('fills what it is given and leaves other braces alone', () => {
    assert.equal(fill('{a} /x/{id} {a} {toString}', { a: 1 }), '1 /x/{id} 1 {toString}')
    assert.equal(fill('Page {page} of {pages}', { page: 2, pages: 3 }), 'Page 2 of 3')
    assert.equal(fill('{known} {unknown}', { known: 'a', unknown: undefined }), 'a {unknown}')
  })

  it('does not fill what was filled in', () => {
    assert.equal(fill('{a} {b}', { a: '{b}', b: '$&' }), '{b} $&')
  })

  it('takes the form that fits the number', () => {
    const rule = (count: number) => new Intl.PluralRules('ru').select(count)
    const cars = { one: '{n} машина', few: '{n} машины', many: '{n} машин', other: '{n} машины' }
    assert.deepEqual(
      [1, 2, 5, 21, 1.5].map((n) => fill(cars, { n }, rule)),
      ['1 машина', '2 машины', '5 машин', '21 машина', '1.5 машины'],
    )
    assert.equal(fill({ other: '{n} фото' }, { n: 1 }, rule), '1 фото')
    assert.equal(fill(cars, { n: 5 }), '5 машины')
  })
})

describe('a language', () => {
  it('is found by its tag, however it is written', () => {
    assert.deepEqual(['de', 'de-AT', 'DE_at', ' ru ', 'en-GB'].map(findLanguage), [
      'de',
      'de',
      'de',
      'ru',
      'en',
    ])
    for (const tag of ['it', '', 'constructor', '../de', 'deutsch'])
      assert.equal(findLanguage(tag), undefined)
  })
})
