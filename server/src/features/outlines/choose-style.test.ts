import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { chooseBodyStyle } from './choose-style.ts'
import { type BodyStyle, bodyStyles } from './outline.ts'

const named: [make: string, model: string, style: BodyStyle][] = [
  ['Volkswagen', 'Golf VIII 1.5 TSI', 'hatchback'],
  ['VW', 'Golf Variant 2.0 TDI', 'estate'],
  ['VW', 'Passat 2.0 TDI', 'saloon'],
  ['Volkswagen', 'Passat Variant Business', 'estate'],
  ['Volkswagen', 'Tiguan Allspace 4Motion', 'suv'],
  ['Volkswagen', 'T-Roc Cabriolet', 'suv'],
  ['Volkswagen', 'Touran 1.6 TDI', 'mpv'],
  ['Volkswagen', 'Golf Sportsvan', 'mpv'],
  ['Volkswagen', 'Transporter T6.1', 'van'],
  ['VW Nutzfahrzeuge', 'T6.1 Transporter Kombi lang', 'minibus'],
  ['Volkswagen', 'Multivan 2.0 TDI', 'minibus'],
  ['Volkswagen', 'Crafter 35', 'van'],
  ['Volkswagen', 'Amarok V6', 'pickup'],
  ['Volkswagen', 'Golf Cabriolet', 'coupe'],
  ['Volkswagen', 'ID.3 Pro', 'hatchback'],
  ['Volkswagen', 'ID.4 GTX', 'suv'],
  ['Фольксваген', 'Поло', 'saloon'],
  ['Audi', 'A3 Sportback 35 TFSI', 'hatchback'],
  ['Audi', 'A3 Limousine', 'saloon'],
  ['Audi', 'A4 40 TDI', 'saloon'],
  ['AUDI', 'A4 AVANT 40 TDI', 'estate'],
  ['Audi', 'A5 Coupé', 'coupe'],
  ['Audi', 'A5 Sportback', 'hatchback'],
  ['Audi', 'A6 allroad quattro', 'estate'],
  ['Audi', 'Q5 Sportback', 'suv'],
  ['Audi', 'TT Roadster', 'coupe'],
  ['BMW', '118i', 'hatchback'],
  ['BMW', '320d', 'saloon'],
  ['BMW', '320d Touring', 'estate'],
  ['BMW', '420d Coupé', 'coupe'],
  ['BMW', '420d Gran Coupé', 'saloon'],
  ['BMW', '218d Active Tourer', 'mpv'],
  ['BMW', '530e xDrive Touring', 'estate'],
  ['BMW', 'X3 xDrive20d', 'suv'],
  ['BMW', 'Z4 sDrive20i', 'coupe'],
  ['Mercedes-Benz', 'A 180 d', 'hatchback'],
  ['Mercedes-Benz', 'A 200 Limousine', 'saloon'],
  ['Mercedes', 'B 200', 'mpv'],
  ['Mercedes-Benz', 'C 220 d T-Modell', 'estate'],
  ['Mercedes-Benz', 'C 200 Cabriolet', 'coupe'],
  ['Mercedes-Benz', 'E 300 de', 'saloon'],
  ['Mercedes-Benz', 'GLC 300 Coupé', 'suv'],
  ['Mercedes-Benz', 'CLA 200 Shooting Brake', 'estate'],
  ['Mercedes-Benz', 'Sprinter 316 CDI', 'van'],
  ['Mercedes-Benz', 'Sprinter 519 Pritsche', 'pickup'],
  ['Mercedes-Benz', 'Vito Tourer Pro', 'minibus'],
  ['Mercedes-Benz', 'V 250 d', 'minibus'],
  ['Mercedes-Benz', 'X 250 d 4MATIC', 'pickup'],
  ['Toyota', 'Corolla Touring Sports 1.8 Hybrid', 'estate'],
  ['Toyota', 'Yaris Cross', 'suv'],
  ['Toyota', 'Yaris 1.5', 'hatchback'],
  ['Toyota', 'Камри', 'saloon'],
  ['Toyota', 'RAV4 Plug-in', 'suv'],
  ['Toyota', 'Hilux Double Cab', 'pickup'],
  ['Toyota', 'Proace Verso', 'minibus'],
  ['Toyota', 'Proace City', 'van'],
  ['Škoda', 'Octavia Combi RS', 'estate'],
  ['Skoda', 'Octavia 2.0 TDI', 'hatchback'],
  ['SKODA', 'Superb', 'saloon'],
  ['Škoda', 'Kodiaq', 'suv'],
  ['Škoda', 'Enyaq Coupé RS', 'suv'],
  ['Kia', 'Ceed SW', 'estate'],
  ['Kia', "cee'd 1.6", 'hatchback'],
  ['Kia', 'Sportage', 'suv'],
  ['Kia', 'Carnival', 'mpv'],
  ['Kia', 'EV6 GT', 'suv'],
  ['Ford', 'Focus Turnier', 'estate'],
  ['Ford', 'Transit Custom', 'van'],
  ['Ford', 'Ranger Wildtrak', 'pickup'],
  ['Opel', 'Astra Sports Tourer', 'estate'],
  ['Peugeot', '308 SW', 'estate'],
  ['Renault', 'Kangoo Van', 'van'],
  ['Porsche', 'Cayenne Coupé', 'suv'],
  ['Mazda', 'MX-5', 'coupe'],
  ['Volvo', 'V60 Cross Country', 'estate'],
  ['Лада', 'Ларгус универсал', 'estate'],
  ['Лада', 'Гранта лифтбек', 'hatchback'],
  ['Лада', 'Веста', 'saloon'],
  ['ГАЗ', 'Газель Next', 'van'],
  ['Norvik', 'Fjell Estate 2.0 D', 'estate'],
  ['Norvik', 'Cargo 2.2 D long', 'van'],
  ['Unknown', 'Kleinbus 9-Sitzer', 'minibus'],
  ['Unknown', 'Пикап 4x4', 'pickup'],
  ['Unknown', 'Schrägheck', 'hatchback'],
  ['Unknown', 'Geländewagen', 'suv'],
  ['', 'BMW X5', 'suv'],
]

const coded: [make: string, modelCode: string, style: BodyStyle][] = [
  ['VW', 'CD13RZ', 'hatchback'],
  ['VW', '3G5', 'estate'],
  ['VW', '2KN', 'van'],
  ['Audi', '8W5', 'estate'],
  ['Audi', 'FYB', 'suv'],
  ['BMW', 'G21', 'estate'],
  ['BMW', 'F45', 'mpv'],
  ['Mercedes-Benz', 'S205', 'estate'],
  ['Mercedes-Benz', 'W 205', 'saloon'],
  ['Mercedes-Benz', '205.287', 'estate'],
  ['Toyota', 'XA50', 'suv'],
  ['Škoda', 'NX5', 'estate'],
  ['Kia', 'NQ5', 'suv'],
  ['Kia', 'DE', 'suv'],
  ['Kia', 'DEMO', 'hatchback'],
]

describe('the body style of a vehicle', () => {
  for (const [make, model, style] of named) {
    test(`${make} ${model}: ${style}`, () => {
      assert.equal(chooseBodyStyle({ make, model }), style)
    })
  }

  for (const [make, modelCode, style] of coded) {
    test(`${make} with code ${modelCode}: ${style}`, () => {
      assert.equal(chooseBodyStyle({ make, modelCode }), style)
    })
  }

  test('a body type in words comes first', () => {
    assert.equal(chooseBodyStyle({ make: 'BMW', model: '320d', bodyType: 'Station Wagon' }), 'estate')
    assert.equal(chooseBodyStyle({ make: 'BMW', model: 'X5', bodyType: '' }), 'suv')
  })

  test('a code decides before the name', () => {
    assert.equal(chooseBodyStyle({ make: 'BMW', model: '320d', modelCode: 'G21' }), 'estate')
  })

  test('of nothing at all, the commonest', () => {
    assert.equal(chooseBodyStyle({}), 'hatchback')
    assert.equal(chooseBodyStyle({ make: 'Nobody', model: 'Knows' }), 'hatchback')
  })

  test('whatever is written, there is a style', () => {
    const some = fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: undefined })
    fc.assert(
      fc.property(some, some, some, some, (make, model, modelCode, bodyType) => {
        const known = Object.fromEntries(
          Object.entries({ make, model, modelCode, bodyType }).filter(([, value]) => value !== undefined),
        )
        assert.ok(bodyStyles.includes(chooseBodyStyle(known)))
      }),
    )
  })
})
