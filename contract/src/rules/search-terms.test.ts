import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFound, searchTermsOf, searchWordsOf } from './search-terms.ts'

const termsOf = (given: Partial<Parameters<typeof searchTermsOf>[0]>) =>
  searchTermsOf({ numbers: [], names: [], ...given })

test('a plate is found by any part of it from four characters on, and from where letters and digits meet', () => {
  assert.deepEqual(termsOf({ numberPlate: 'B-WA 10' }), ['BWA10', 'WA10', '10'])
  assert.deepEqual(termsOf({ numberPlate: 'а123вс' }), ['A123BC', '123BC', 'BC', '23BC'])
})

test('a VIN is found from its beginning and by its last six to eight characters', () => {
  assert.deepEqual(termsOf({ vin: 'zzz1a2b35px000001' }), [
    'ZZZ1A2B35PX000001',
    'PX000001',
    'X000001',
    '000001',
  ])
})

test('a number is found from where people begin to read it', () => {
  assert.deepEqual(termsOf({ numbers: ['SO-2026/0042'] }), ['SO2026/0042', '/0042', '0042', '42'])
  assert.deepEqual(termsOf({ numbers: ['2026004711', undefined] }), ['2026004711', '4711'])
})

test('a name is found by each of its words, in any order', () => {
  const terms = termsOf({ names: ['Änne Größe-Müller'] })
  assert.deepEqual(terms, ['ANEGROSEMULER', 'GROSEMULER', 'MULER'])
  for (const text of ['müller änne', 'größe-m', 'grosse-mueller', 'Muller anne', 'Мюллер', ' - ', 'Ä'])
    assert.ok(isFound(terms, searchWordsOf(text)), text)
  for (const text of ['nne', 'änne x']) assert.equal(isFound(terms, searchWordsOf(text)), false, text)
})

test('long words are compared as far as terms go', () => {
  const terms = termsOf({ names: ['😀'.repeat(60)] })
  assert.equal(Array.from(terms[0] ?? '').length, 40)
  assert.ok(isFound(terms, searchWordsOf('😀'.repeat(50))))
})

test('a name is found in every spelling, and while it is being typed', () => {
  const spellings = [
    ['Krüger', 'Krueger', 'Kruger', 'KRÜGER', 'Крюгер', 'kryuger'],
    ['Фёдоров', 'Федоров', 'Fedorov', 'Fedorow'],
    ['Weiß', 'Weiss', 'WEIẞ', 'Вейсс'],
    ['Søren', 'Sören', 'Soeren', 'Soren', 'Сорен'],
    ['Łukasz', 'Lukasz'],
    ['Щербаков', 'Shcherbakov'],
    ['Чехов', 'Chekhov', 'Tschechow'],
    ['Юрий', 'Yuri', 'Juri', 'Yury'],
    ['Schäfer', 'Schaefer', 'Schafer'],
    ['Татьяна', 'Tatyana', 'Tatjana'],
  ]
  for (const names of spellings) {
    for (const name of names) {
      const terms = termsOf({ names: [`Anna ${name}`] })
      for (const word of names) assert.ok(isFound(terms, searchWordsOf(word)), `${word} finds ${name}`)
      // Tsch is one sound, and known as such only when all of it is there.
      for (
        let length = /t(?=sch)/i.test(name) ? name.indexOf('sch') + 3 : 2;
        length <= name.length;
        length += 1
      )
        assert.ok(
          isFound(terms, searchWordsOf(name.slice(0, length))),
          `${name.slice(0, length)} finds ${name}`,
        )
    }
  }
})

test('a plate and a VIN are found by how they look, not by how they sound', () => {
  const terms = termsOf({ numberPlate: 'А 123 ВС 77', vin: 'ZZZ1A2B35PX000001' })
  for (const text of ['а123вс', 'A123BC', 'a 123 bc 77', 'РХ000001'])
    assert.ok(isFound(terms, searchWordsOf(text)), text)
  assert.equal(isFound(termsOf({ numberPlate: 'B-WA 1042' }), searchWordsOf('bva1042')), false)
})

test('a telephone number is found however it is written, and by its last digits', () => {
  const ways = [
    '+49 30 1234567',
    '0049301234567',
    '030/123 45 67',
    '+49 (0)30 1234-567',
    '(030) 1234567',
    '301234567',
  ]
  for (const stored of ways) {
    const terms = termsOf({ telephones: [stored] })
    for (const text of [...ways, '4567', '34567', '123 45 67'])
      assert.ok(isFound(terms, searchWordsOf(text)), `${text} finds ${stored}`)
    for (const text of ['567', '1234', '+49 30 7654321'])
      assert.equal(isFound(terms, searchWordsOf(text)), false, `${text} and ${stored}`)
  }
  const russian = termsOf({ telephones: ['8 (495) 123-45-67'] })
  for (const text of ['+7 495 123 45 67', '74951234567', '495 1234567'])
    assert.ok(isFound(russian, searchWordsOf(text)), text)
  assert.deepEqual(termsOf({ telephones: ['ext. 12', undefined] }), [])
})

test('an e-mail address, the vehicle and what was asked for are found; a long text has a limit', () => {
  const terms = termsOf({
    emails: ['anna.krueger@example.com'],
    vehicle: 'Škoda Octavia',
    request: 'Bremsen quietschen (vorn), Ölwechsel 5W30, an der HU; bremsen!',
  })
  for (const text of [
    'anna.krueger@example.com',
    'example.com',
    'octavia',
    'skoda',
    'oelwechsel',
    '5w30',
    'bremse',
  ])
    assert.ok(isFound(terms, searchWordsOf(text)), text)
  assert.equal(terms.filter((term) => term.startsWith('BREM')).length, 1)
  const story = Array.from({ length: 500 }, (_, n) => `word${String.fromCodePoint(65 + (n % 26))}${n}`).join(
    ' ',
  )
  assert.equal(termsOf({ request: story }).length, 10)
  assert.equal(termsOf({ telephones: Array.from({ length: 50 }, (_, n) => `030 12345${10 + n}`) }).length, 4)
})
