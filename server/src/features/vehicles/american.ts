// What positions 4 to 8 and 11 of a VIN of the American market mean, by maker and model year. The table is made by
// scripts/vin-tables.ts and is read at the first such VIN.
import { readFileSync } from 'node:fs'
import type { Vehicle } from '@walkaround/contract/shared.ts'

interface Table {
  /** `make|model` */
  models: string[]
  /** `keys fact,fact;keys fact` */
  schemas: string[]
  /** Code of the maker → from year, to year, which schema. */
  codes: Record<string, [number, number | null, number][]>
}

interface Pattern {
  matches: RegExp
  /** How many positions it looks at: the one that looks at more knows better. */
  weight: number
  facts: string[]
}

let table: Table | undefined
const compiled = new Map<number, Pattern[]>()

function tableOf(): Table {
  table ??= JSON.parse(
    readFileSync(new URL('../../../data/vehicles/american.generated.json', import.meta.url), 'utf8'),
  ) as Table
  return table
}

function patternsOf(schema: number): Pattern[] {
  let patterns = compiled.get(schema)
  if (!patterns) {
    patterns = (tableOf().schemas[schema] ?? '').split(';').map(toPattern)
    compiled.set(schema, patterns)
  }
  return patterns
}

export function toPattern(text: string): Pattern {
  const [keys = '', facts = ''] = text.split(' ')
  const positions = keys.match(/\[[^\]]*\]|./g) ?? []
  return {
    matches: new RegExp(
      `^${positions.map((one) => (one === '*' ? '.' : one === '|' ? '\\|' : one)).join('')}`,
    ),
    weight: positions.filter((one) => one !== '*' && one !== '|').length,
    facts: facts.split(','),
  }
}

export type AmericanFacts = Pick<
  Vehicle,
  'make' | 'model' | 'fuelType' | 'engineCapacity' | 'airIntakeType'
> & {
  /** Attributes about which the table says several things. */
  unclear: string[]
}

const fuels: Readonly<Record<string, NonNullable<Vehicle['fuelType']>>> = {
  p: 'petrol',
  d: 'diesel',
  e: 'electric',
  l: 'liquefiedGas',
}

/** For a VIN whose check digit is right. */
export function readAmerican(vin: string, year: number): AmericanFacts {
  const { codes, models } = tableOf()
  const subject = `${vin.slice(3, 8)}|${vin.slice(9)}`
  const said = new Map<string, { weight: number; values: Set<string> }>()
  for (const [first, last, schema] of codes[vin.slice(0, 3)] ?? []) {
    if (year < first || (last !== null && year > last)) continue
    for (const { matches, weight, facts } of patternsOf(schema)) {
      if (!matches.test(subject)) continue
      for (const fact of facts) {
        const kind = fact.charAt(0)
        const known = said.get(kind)
        if (known && known.weight > weight) continue
        if (known?.weight === weight) known.values.add(fact.slice(1))
        else said.set(kind, { weight, values: new Set([fact.slice(1)]) })
      }
    }
  }
  const valuesOf = (kind: string) => [...(said.get(kind)?.values ?? [])]
  return toFacts(
    valuesOf('m').map((index) => models[Number(index)] ?? ''),
    valuesOf,
  )
}

function toFacts(models: string[], valuesOf: (kind: string) => string[]): AmericanFacts {
  const unclear: string[] = []
  const facts: AmericanFacts = { unclear }
  const one = (name: string, values: readonly string[]): string | undefined => {
    const different = [...new Set(values)]
    if (different.length > 1) unclear.push(name)
    return different.length === 1 ? different[0] : undefined
  }
  const make = one(
    'make',
    models.map((model) => model.split('|')[0] ?? ''),
  )
  const model = one('model', models)
  if (make) facts.make = make
  if (model) facts.model = model.slice(model.indexOf('|') + 1)

  const fuel = one('fuelType', valuesOf('f'))
  const second = valuesOf('s')
  const isElectric = fuel === 'e'
  if (fuel && second.length === 0 && fuels[fuel]) facts.fuelType = fuels[fuel]
  else if ((fuel === 'p' || fuel === 'd') && second.length === 1 && second[0] === 'e')
    facts.fuelType = 'hybrid'
  else if (fuel) unclear.push('fuelType')

  const litres = isElectric ? undefined : one('engineCapacity', valuesOf('d'))
  if (litres) facts.engineCapacity = Number(litres)
  // The table knows turbochargers and not compressors, so it cannot tell that an engine has neither.
  if (valuesOf('t').length > 0) facts.airIntakeType = 'Turbo SC'
  return facts
}
