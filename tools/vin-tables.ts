// Makes server/data/vehicles/american.generated.json from a copy of the vPIC database in SQLite form:
// node tools/vin-tables.ts <vpic.db>. Run by hand when newer data are wanted; the service never needs that database.
// Takes facts only: which characters of a VIN stand for which model, fuel and displacement.
import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

const [file] = process.argv.slice(2)
if (!file) throw new Error('name the vPIC database: node tools/vin-tables.ts <vpic.db>')
const target = new URL('../server/data/vehicles/american.generated.json', import.meta.url)

// Ids of vPIC. Types: 2 car, 3 truck, 7 multipurpose vehicle; heavy trucks are left out.
const LIGHT = '(w.VehicleTypeId in (2, 7) or (w.VehicleTypeId = 3 and coalesce(w.TruckTypeId, 1) = 1))'
const elements: Record<number, string> = { 28: 'm', 24: 'f', 66: 's', 13: 'd', 135: 't' }
// Makes of cars, vans and pickups; fire engines and one-off builders are not needed here.
const makes = [
  ...[
    'Acura',
    'AM General',
    'American Motors',
    'BMW',
    'BrightDrop',
    'Buick',
    'Cadillac',
    'Chevrolet',
    'Chrysler',
  ],
  ...[
    'Coda',
    'Daewoo',
    'Dodge',
    'Eagle',
    'Fiat',
    'Fisker',
    'Ford',
    'Genesis',
    'Geo',
    'GMC',
    'Honda',
    'Hummer',
  ],
  ...[
    'Hyundai',
    'Infiniti',
    'Isuzu',
    'Jeep',
    'KARMA',
    'Kia',
    'Lexus',
    'Lincoln',
    'Lordstown',
    'Lucid',
    'Mazda',
  ],
  ...[
    'Mercedes-Benz',
    'Mercury',
    'Mitsubishi',
    'Nissan',
    'Oldsmobile',
    'Plymouth',
    'Polestar',
    'Pontiac',
    'Ram',
  ],
  ...[
    'RIVIAN',
    'SAAB',
    'Saturn',
    'Scion',
    'Scout',
    'Slate',
    'Subaru',
    'Suzuki',
    'Tesla',
    'Toyota',
    'Volkswagen',
  ],
  'Volvo',
]
// Fuels that are distinguished; x is any other, which leaves the fuel unset.
const fuels: Record<string, string> = { 1: 'd', 2: 'e', 4: 'p', 9: 'l' }

const vpic = new DatabaseSync(file, { readOnly: true })
const list = <Row>(sql: string): Row[] => vpic.prepare(sql).all() as Row[]

interface Link {
  code: string
  schema: number
  first: number
  last: number | null
}
const links = list<Link>(`
  select w.Wmi as code, v.VinSchemaId as schema, v.YearFrom as first, v.YearTo as last
  from Wmi w join Wmi_VinSchema v on v.WmiId = w.Id
  where length(w.Wmi) = 3 and (w.Wmi glob '[1-5]*' or w.Wmi glob '7[F-Z0-9]*') and ${LIGHT}
    and exists (
      select 1 from Wmi_Make l join Make k on k.Id = l.MakeId
      where l.WmiId = w.Id and k.Name in (${makes.map((make) => `'${make}'`).join(', ')}))
  order by w.Wmi, v.YearFrom, v.VinSchemaId`)

const models = new Map(
  list<{ id: number; make: string; model: string }>(`
    select m.Id as id, k.Name as make, m.Name as model
    from Model m join Make_Model l on l.ModelId = m.Id join Make k on k.Id = l.MakeId`).map((row) => [
    String(row.id),
    `${toTitle(row.make)}|${row.model.trim()}`,
  ]),
)

interface Pattern {
  schema: number
  keys: string
  element: number
  value: string
}
const patterns = Map.groupBy(
  list<Pattern>(`
    select VinSchemaId as schema, Keys as keys, ElementId as element, AttributeId as value from Pattern
    where ElementId in (${Object.keys(elements).join(', ')}) order by Keys, ElementId, AttributeId`),
  ({ schema }) => schema,
)

const usedModels: string[] = []
const usedSchemas: string[] = []
const indexIn = (used: string[], value: string): number => {
  const known = used.indexOf(value)
  return known >= 0 ? known : used.push(value) - 1
}

function toFact({ element, value }: Pattern): string | undefined {
  const letter = elements[element] as string
  if (letter === 'm') {
    const model = models.get(value)
    return model === undefined ? undefined : `m${indexIn(usedModels, model)}`
  }
  if (letter === 'd') return Number(value) > 0 ? `d${Math.round(Number(value) * 10) / 10}` : undefined
  if (letter === 't') return value === '1' ? 't' : undefined
  return `${letter}${fuels[value] ?? 'x'}`
}

/** `keys fact,fact;keys fact`: keys as vPIC writes them, * any character, [A-C] one of a class, | before the tenth. */
function schemaText(schema: number): string {
  const byKeys = Map.groupBy(patterns.get(schema) ?? [], ({ keys }) => keys)
  return [...byKeys]
    .flatMap(([keys, same]) => {
      const facts = new Set(same.map(toFact).filter((fact) => fact !== undefined))
      return facts.size > 0 ? [`${keys} ${[...facts].join(',')}`] : []
    })
    .join(';')
}

function toTitle(make: string): string {
  const kept = new Set(['BMW', 'GMC', 'MINI', 'BYD', 'AM General'])
  return make === make.toUpperCase() && !kept.has(make) ? `${make[0]}${make.slice(1).toLowerCase()}` : make
}

const codes: Record<string, [number, number | null, number][]> = {}
for (const { code, schema, first, last } of links) {
  const text = schemaText(schema)
  if (text === '') continue
  codes[code] ??= []
  codes[code].push([first, last, indexIn(usedSchemas, text)])
}

const line = (value: unknown) => JSON.stringify(value)
const text = [
  '{',
  `"source": ${line('Facts from vPIC, the VIN catalogue of the US NHTSA: public domain. Made by tools/vin-tables.ts.')},`,
  `"models": ${line(usedModels)},`,
  '"schemas": [',
  usedSchemas.map(line).join(',\n'),
  '],',
  '"codes": {',
  Object.entries(codes)
    .map(([code, years]) => `${line(code)}: ${line(years)}`)
    .join(',\n'),
  '}',
  '}',
  '',
].join('\n')
await writeFile(target, text)
console.log(
  `${Object.keys(codes).length} codes, ${usedSchemas.length} schemas, ${usedModels.length} models, ${text.length} bytes`,
)
