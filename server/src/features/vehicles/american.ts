// What positions 4 to 8 and 11 of a VIN of the American market mean, by maker and model year. tools/vin-tables.ts makes the table,
// which is read at the first such VIN.
import { readFileSync } from 'node:fs'
import type { Vehicle } from '@walkaround/contract/shared.ts'

interface Table {
  /** `make|model` */
  models: string[]
  /** `keys fact,fact;keys fact` */
  schemas: string[]
  /** Code of the maker → first year, last year, index of the schema. */
  codes: Record<string, [number, number | null, number][]>
}

interface Pattern {
  matches: RegExp
  /** How many positions it matches: a pattern with more positions takes precedence. */
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

type AmericanFacts = Pick<Vehicle, 'make' | 'model' | 'fuelType' | 'engineCapacity' | 'airIntakeType'> & {
  /** Attributes for which the table gives several values. */
  unclear: string[]
}

const fuels: Readonly<Record<string, NonNullable<Vehicle['fuelType']>>> = {
  p: 'petrol',
  d: 'diesel',
  e: 'electric',
  l: 'liquefiedGas',
}

/** For a VIN with a correct check digit. */
export function readAmerican(vin: string, year: number): AmericanFacts {
  const { codes, models } = tableOf()
  const subject = `${vin.slice(3, 8)}|${vin.slice(9)}`
  // For each kind of fact, what the patterns of the greatest weight say.
  const said = new Map<string, { weight: number; values: Set<string> }>()
  const say = (fact: string, weight: number) => {
    const [kind, value] = [fact.charAt(0), fact.slice(1)]
    const known = said.get(kind)
    if (known?.weight === weight) known.values.add(value)
    else if (!known || known.weight < weight) said.set(kind, { weight, values: new Set([value]) })
  }
  const patterns = (codes[vin.slice(0, 3)] ?? [])
    .filter(([first, last]) => year >= first && (last === null || year <= last))
    .flatMap(([, , schema]) => patternsOf(schema))
    .filter(({ matches }) => matches.test(subject))
  for (const { weight, facts } of patterns) for (const fact of facts) say(fact, weight)
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
  // The table contains turbochargers but not compressors, so it cannot say that an engine has neither.
  if (valuesOf('t').length > 0) facts.airIntakeType = 'Turbo SC'
  return facts
}
