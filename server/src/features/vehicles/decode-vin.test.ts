import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { toPattern } from './american.ts'
import { decodeVin } from './decode-vin.ts'
import { canonicalMake, spellMake } from './makes.ts'
import { findManufacturer, parseManufacturers } from './manufacturers.ts'
import { checkDigit } from './vin.ts'

const nextYear = 2027
const decode = (vin: string, near?: number[]) => decodeVin(vin, { nextYear, ...(near ? { near } : {}) })
/** Corrects the check digit at position 9. */
const american = (vin: string) => `${vin.slice(0, 8)}${checkDigit(vin)}${vin.slice(9)}`

describe('the table of manufacturers', () => {
  const text = readFileSync(new URL('../../../data/vehicles/manufacturers.tsv', import.meta.url), 'utf8')
  const table = parseManufacturers(text)

  test('knows more than 250 codes of all continents, each once', () => {
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    assert.equal(table.size, lines.length)
    assert.ok(table.size > 250, `${table.size}`)
    for (const region of [/^[1-5]/, /^[6-7]/, /^[89]/, /^[A-C]/, /^J/, /^K/, /^L/, /^[MNPR]/, /^[S-Z]/]) {
      assert.ok(
        [...table.keys()].some((code) => region.test(code)),
        String(region),
      )
    }
  })

  test('every row reads: country, makes, year', () => {
    for (const { code, country, makes, year } of table.values()) {
      assert.match(country, /^[A-Z]{2}$/, code)
      assert.ok(
        makes.every((make) => make === make.trim() && make !== ''),
        code,
      )
      assert.equal(year?.rule === '7', /^([1-5]|7[F-Z0-9])/.test(code) && year !== undefined, code)
    }
    assert.throws(() => parseManufacturers('WV\tDE\tVolkswagen'), /manufacturers\.tsv/)
    assert.throws(() => parseManufacturers('WVW\tDE\tVolkswagen\tq'), /manufacturers\.tsv/)
  })

  test('the longest code counts, and small makers are told by positions 12 to 14', () => {
    const makesOf = (vin: string) => findManufacturer(vin)?.makes.join()
    assert.equal(makesOf('JF1BL5LJ35G000000'), 'Subaru')
    assert.equal(makesOf('JF1ZNAA1AEG000000'), 'Toyota')
    assert.equal(makesOf('WDB2030461A123456'), 'Mercedes-Benz')
    assert.equal(makesOf('WDB2400781A123456'), 'Maybach')
    assert.equal(makesOf('ZA9C800U0YLF76001'), 'Pagani')
    assert.equal(makesOf('ZA9C800U0YLXXX001'), undefined)
    assert.equal(makesOf('GWA00000000000000'), undefined)
  })
})

describe('the offline decoder', () => {
  test('reads make, model, year, fuel and engine of the American market', () => {
    const of = (vin: string) => decode(american(vin)).values
    assert.deepEqual(decode('1HGCM82633A004352').values, {
      make: 'Honda',
      model: 'Accord',
      modelYear: 2003,
      fuelType: 'petrol',
    })
    assert.deepEqual(of('1FTFW1ET0DFC10312'), {
      make: 'Ford',
      model: 'F-150',
      modelYear: 2013,
      fuelType: 'petrol',
      engineCapacity: 3.5,
    })
    assert.deepEqual(of('4T1BD1FK0CU000001'), {
      make: 'Toyota',
      model: 'Camry',
      modelYear: 2012,
      fuelType: 'hybrid',
      engineCapacity: 2.5,
    })
    assert.deepEqual(of('5YJ3E1EA0KF000001'), {
      make: 'Tesla',
      model: 'Model 3',
      modelYear: 2019,
      fuelType: 'electric',
    })
  })

  test('the model tells the make where a code is used for several', () => {
    const { values, unset } = decode(american('1C4RJFBG0FC000001'))
    assert.deepEqual([values.make, values.model, values.modelYear], ['Jeep', 'Grand Cherokee', 2015])
    assert.equal(unset.make, undefined)
    assert.equal(values.engineCapacity, 3.6)
  })

  test('a wrong check digit of the American market makes everything doubtful', () => {
    const { values, unset, checkDigit: check } = decode('1HGCM82643A004352')
    assert.deepEqual(values, {})
    assert.deepEqual(check, { isRight: false, expected: '3' })
    assert.match(unset.make ?? '', /check digit does not match/)
  })

  test('made in America for elsewhere, with the filler Z: the make, and no year', () => {
    const { values, unset, checkDigit: check } = decode('3VWZZZ1KZ8M000001')
    assert.deepEqual(values, { make: 'Volkswagen' })
    assert.equal(check, undefined)
    assert.match(unset.modelYear ?? '', /without model year/)
  })

  test('in Europe the year is read only of makers who put it there, and only when it is one', () => {
    assert.deepEqual(decode('WVWZZZ1KZ6W123456').values, { make: 'Volkswagen', modelYear: 2006 })
    const open = decode('WVWZZZ1KZDW123456')
    assert.deepEqual(open.values, { make: 'Volkswagen' })
    assert.match(open.unset.modelYear ?? '', /1983 or 2013/)
    assert.equal(decode('WVWZZZ1KZDW123456', [2012]).values.modelYear, 2013)
    // In these VINs position 10 is the steering, the plant or unused.
    for (const vin of ['WDB2030461A123456', 'VF1BZ0A0H45678901', 'WF0AXXGAJA5A12345', 'ZFA31200000123456']) {
      const { values, unset } = decode(vin)
      assert.equal(values.modelYear, undefined, vin)
      assert.match(unset.modelYear ?? '', /does not put the model year/, vin)
      assert.ok(values.make, vin)
    }
  })

  test('in China the check digit must be right for the year, and no year lies before 1997', () => {
    assert.deepEqual(decode(american('LBV0X0000VA000001')).values.modelYear, undefined, '1997 or 2027')
    assert.deepEqual(decode(american('LBV0X0000TA000001')).values.modelYear, 2026, 'not 1996')
    const year = american('LBV0X0000KA000001')
    assert.deepEqual(decode(year).values, { make: 'BMW', modelYear: 2019 })
    const digit = year.charAt(8) === '1' ? '2' : '1'
    assert.deepEqual(decode(`${year.slice(0, 8)}${digit}${year.slice(9)}`).values, { make: 'BMW' })
  })

  test('a code of several makes, and one nobody knows', () => {
    const several = decode('VSSZZZ5FZ6R000001')
    assert.equal(several.values.make, undefined)
    assert.match(several.unset.make ?? '', /SEAT, Cupra/)
    assert.equal(several.values.modelYear, 2006)
    const unknown = decode('ZZZ1A2B35PX000001')
    assert.deepEqual(unknown.values, {})
    assert.match(unknown.unset.make ?? '', /ZZZ/)
  })

  test('any VIN gives a result, and no year is in the future', () => {
    const characters = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789']
    const rest = fc.array(fc.constantFrom(...characters), { minLength: 14, maxLength: 14 })
    const codes = fc.constantFrom('1FT', '1G1', '5YJ', '2C4', '3VW', 'WVW', 'LSV', 'KMH', 'ZZZ', '1S9', 'ZA9')
    fc.assert(
      fc.property(codes, rest, fc.boolean(), (code, more, isRight) => {
        const vin = `${code}${more.join('')}`
        const { values } = decode(isRight ? american(vin) : vin)
        assert.ok((values.modelYear ?? 0) <= nextYear)
        if (values.model !== undefined) assert.ok(values.make && values.modelYear)
        if (values.fuelType === 'electric') assert.equal(values.engineCapacity, undefined)
      }),
    )
  })

  test('patterns: * is any character, [..] one of a class, and what looks at more positions weighs more', () => {
    const { matches, weight, facts } = toPattern('*P0[GH]U|*R m1,fp')
    assert.ok(
      matches.test('6P0HU|DR123456') && !matches.test('6P0KU|DR123456') && !matches.test('6P0HU|DX123456'),
    )
    assert.equal(weight, 5)
    assert.deepEqual(facts, ['m1', 'fp'])
  })
})

describe('spelling of makes', () => {
  test('case, accents, signs and short names are one make', () => {
    assert.equal(canonicalMake('ŠKODA'), canonicalMake('Skoda'))
    assert.equal(canonicalMake('VW'), canonicalMake('Volkswagen'))
    assert.equal(canonicalMake('Mercedes Benz'), canonicalMake('MERCEDES'))
    assert.equal(canonicalMake('Land-Rover'), canonicalMake('land rover'))
    assert.notEqual(canonicalMake('Seat'), canonicalMake('Fiat'))
    assert.equal(canonicalMake('constructor'), 'constructor')
  })

  test('the client’s own spelling is taken, the latest first', () => {
    assert.equal(spellMake('Volkswagen', ['AUDI', 'VW', 'Volkswagen']), 'VW')
    assert.equal(spellMake('Volkswagen', ['AUDI']), 'Volkswagen')
  })
})
