import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import fc from 'fast-check'
import { vehicleKeys } from './keys.ts'
import { checkDigit, checkOf, isAmerican, resolveYear, yearsOf } from './vin.ts'

const CHARACTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789']
const vins = fc
  .array(fc.constantFrom(...CHARACTERS), { minLength: 17, maxLength: 17 })
  .map((all) => all.join(''))
const withCheckDigit = (vin: string) => `${vin.slice(0, 8)}${checkDigit(vin)}${vin.slice(9)}`

describe('what is a VIN (F3)', () => {
  test('17 of A–Z and 0–9 without I, O and Q; lower case is put into capitals', () => {
    assert.equal(findVin('1HGCM82633A004352'), '1HGCM82633A004352')
    assert.equal(findVin(' 1hgcm82633a004352 '), '1HGCM82633A004352')
    fc.assert(
      fc.property(vins, (vin) => {
        assert.equal(findVin(vin), vin)
        assert.equal(findVin(vin.toLowerCase()), vin)
      }),
    )
  })

  test('nothing else', () => {
    const wrong = [
      undefined,
      '',
      '1HGCM82633A00435',
      '1HGCM82633A0043521',
      '1HGCM82633A00435I',
      '1HGCM82633A00435O',
      '1HGCM82633A00435q',
      '1HGCM82633A 04352',
      '1HGCM82633A00435-',
      '１HGCM82633A004352',
      '1ＨGCM82633A004352',
      '1HGCM82633A00435Ä',
      // Cyrillic, and characters that become others, or two, in upper case.
      '1НGCM82633A004352',
      '1HGCM82633A00435ſ',
      '1HGCM82633A0043ß',
      '1HGCM82633A0043ﬀ',
      '1HGCM82633A00435ı',
      '1HGCM82633A004352\n1HGCM82633A004352',
    ]
    for (const text of wrong) assert.equal(findVin(text), undefined, JSON.stringify(text))
  })

  test('a vehicle is known by its VIN and its plate, the surest first', () => {
    assert.deepEqual(
      vehicleKeys({ vin: '1hgcm82633a004352', numberPlate: 'b-wa 1042', numberPlateCountry: 'de' }),
      ['vin/1HGCM82633A004352', 'plate/DE/BWA1042'],
    )
    assert.deepEqual(vehicleKeys({ vin: 'X', numberPlate: 'B WA 1042' }), ['plate/BWA1042'])
    assert.deepEqual(vehicleKeys({ numberPlate: ' - ' }), [])
    assert.deepEqual(vehicleKeys(undefined), [])
  })
})

describe('the check digit', () => {
  test('of VINs that are printed in textbooks and on cars', () => {
    for (const vin of ['1M8GDM9AXKP042788', '11111111111111111', '1HGCM82633A004352', '5GZCZ43D13S812715']) {
      assert.equal(checkOf(vin), 'right', vin)
    }
    assert.equal(checkDigit('1M8GDM9A0KP042788'), 'X')
    assert.equal(checkOf('1HGCM82643A004352'), 'wrong')
  })

  test('is none where the filler of other markets stands', () => {
    assert.equal(checkOf('WVWZZZ1KZ6W123456'), 'none')
  })

  test('finds every single wrong character, unless both are worth the same', () => {
    const worth = (character: string) => {
      const vin = `${character}${'0'.repeat(16)}`
      return checkDigit(vin)
    }
    fc.assert(
      fc.property(vins, fc.nat(16), fc.constantFrom(...CHARACTERS), (any, at, other) => {
        const vin = withCheckDigit(any)
        fc.pre(at === 8 ? other !== vin[8] && other !== 'Z' : worth(other) !== worth(vin.charAt(at)))
        assert.equal(checkOf(`${vin.slice(0, at)}${other}${vin.slice(at + 1)}`), 'wrong')
      }),
    )
  })

  test('is demanded in North America alone', () => {
    for (const code of ['1HG', '2T1', '3VW', '4JG', '5YJ', '7SA', '70A']) assert.ok(isAmerican(code), code)
    for (const code of ['WVW', 'JHM', 'LSV', '6T1', '7A8', '7E1', '8AP', '9BW'])
      assert.ok(!isAmerican(code), code)
  })
})

const NEXT = 2027
const yearOf = (code: string, clues: Partial<Parameters<typeof resolveYear>[1]> = {}) => {
  const result = resolveYear(code, { nextYear: NEXT, ...clues })
  return 'year' in result ? result.year : undefined
}

describe('the model year', () => {
  test('thirty codes stand for sixty years', () => {
    assert.deepEqual(yearsOf('A'), [1980, 2010])
    assert.deepEqual(yearsOf('Y'), [2000, 2030])
    assert.deepEqual(yearsOf('9'), [2009, 2039])
    const all = CHARACTERS.flatMap(yearsOf).sort()
    assert.deepEqual(
      all,
      Array.from({ length: 60 }, (_, index) => 1980 + index),
    )
    for (const none of ['0', 'U', 'Z', 'I', 'O', 'Q', '']) assert.deepEqual(yearsOf(none), [], none)
  })

  test('in North America position 7 tells the cycle: a letter from 2010 on, a digit before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHARACTERS), fc.constantFrom(...CHARACTERS), (code, position7) => {
        const year = yearOf(code, { position7 })
        if (year === undefined) return
        assert.equal(year >= 2010, /[A-Z]/.test(position7))
        assert.ok(year <= NEXT && yearsOf(code).includes(year))
      }),
    )
    assert.equal(yearOf('D', { position7: 'E' }), 2013)
    assert.equal(yearOf('D', { position7: '4' }), 1983)
  })

  test('is never later than next year', () => {
    assert.equal(yearOf('V', { position7: 'A' }), 2027)
    assert.equal(yearOf('W', { position7: 'A' }), undefined)
    assert.equal(yearOf('W', { position7: 'A', nextYear: 2028 }), 2028)
  })

  test('elsewhere it is told only when one year is possible', () => {
    assert.equal(yearOf('6'), 2006, '2036 is not yet')
    assert.equal(yearOf('Y'), 2000)
    assert.equal(yearOf('D'), undefined, '1983 or 2013')
    assert.equal(yearOf('D', { since: 1996 }), 2013, 'the maker did not exist in 1983')
    assert.equal(yearOf('D', { since: 2014 }), undefined)
  })

  test('other years of the vehicle tell the cycle, or contradict', () => {
    assert.equal(yearOf('D', { near: [2012] }), 2013)
    assert.equal(yearOf('D', { near: [1984] }), 1983)
    assert.equal(yearOf('D', { near: [2012, 2015] }), 2013)
    assert.equal(yearOf('D', { near: [1998] }), undefined)
    assert.equal(yearOf('6', { near: [2019] }), undefined, 'a wrong VIN, or no year at all at position 10')
    assert.equal(yearOf('D', { near: [1984, 2012] }), undefined)
  })

  test('a year that was found is one the code stands for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHARACTERS),
        fc.record({
          since: fc.option(fc.integer({ min: 1980, max: 2030 }), { nil: undefined }),
          position7: fc.option(fc.constantFrom(...CHARACTERS), { nil: undefined }),
          near: fc.array(fc.integer({ min: 1975, max: 2040 }), { maxLength: 2 }),
        }),
        (code, clues) => {
          const year = yearOf(code, clues)
          if (year === undefined) return
          assert.ok(yearsOf(code).includes(year) && year <= NEXT && year >= (clues.since ?? 1980))
          for (const other of clues.near) assert.ok(Math.abs(other - year) <= 5)
        },
      ),
    )
  })
})
