// Several people as lines of a spreadsheet: who is invited, and what is wrong with which line. Page and command line read them so. Pure.
import { fromSeparated } from './comma-separated.ts'
import { foldName } from './folding.ts'
import { staffRoles } from './roles.ts'

/** In the order of lines without headings. */
export const personFields = ['name', 'login', 'role', 'branches', 'email', 'language'] as const
type PersonField = (typeof personFields)[number]
const needed = ['name', 'login', 'role'] as const

export const mostPeople = 100

/**
 * missing: nothing stands there; role: none of the roles; email: no address; twice: a line before has this login; cells: more cells than
 * headings; quote: it begins with a quote that nobody closed; people: too many lines.
 */
type PersonRule = 'missing' | 'role' | 'email' | 'twice' | 'cells' | 'quote' | 'people'
export interface PersonFault {
  readonly line: number
  /** Left out: the line as a whole. */
  readonly field?: PersonField
  readonly rule: PersonRule
  readonly value?: string
}

/** As the request for an invitation has it. */
interface Person {
  name: string
  login: string
  role: (typeof staffRoles)[number]
  branches?: string[]
  email?: string
  language?: string
}

export interface ReadPerson {
  readonly line: number
  readonly person: Person
}

/** What headings and roles are called besides their names in the interface, in the language of whoever typed them. */
interface PersonWords {
  readonly fields?: Readonly<Partial<Record<PersonField, string>>>
  readonly roles?: Readonly<Partial<Record<string, string>>>
}

type Names = readonly string[]
const findWord = <N extends string>(
  names: readonly N[],
  words: Partial<Record<string, string>>,
  typed: string,
) =>
  names.find((name) =>
    [name, words[name]].some((word) => word !== undefined && foldName(word) === foldName(typed)),
  )

/** The columns that headings name; undefined if the first row is a person. */
function headingsOf(cells: Names, words: PersonWords): (PersonField | undefined)[] | undefined {
  const found = cells.map((cell) => findWord(personFields, words.fields ?? {}, cell))
  return found.includes('login') && found.includes('role') ? found : undefined
}

const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export function readPeople(
  text: string,
  words: PersonWords = {},
): { people: ReadPerson[]; faults: PersonFault[] } {
  const { rows, openQuote } = fromSeparated(text)
  if (openQuote !== undefined) return { people: [], faults: [{ line: openQuote, rule: 'quote' }] }
  const headings = rows[0] && headingsOf(rows[0].cells, words)
  const lines = headings ? rows.slice(1) : rows
  const beyond = lines[mostPeople]
  if (beyond) return { people: [], faults: [{ line: beyond.line, rule: 'people' }] }
  const columns = headings ?? personFields
  const faults: PersonFault[] = []
  const people: ReadPerson[] = []
  const logins = new Set<string>()
  for (const { line, cells } of lines) {
    const value = (field: PersonField) => cells[columns.indexOf(field)] ?? ''
    const role = findWord(staffRoles, words.roles ?? {}, value('role'))
    const before = faults.length
    if (cells.slice(columns.length).some((cell) => cell !== '')) faults.push({ line, rule: 'cells' })
    for (const field of needed) if (value(field) === '') faults.push({ line, field, rule: 'missing' })
    if (!role && value('role') !== '')
      faults.push({ line, field: 'role', rule: 'role', value: value('role') })
    if (value('email') !== '' && !looksLikeAddress(value('email')))
      faults.push({ line, field: 'email', rule: 'email', value: value('email') })
    const login = value('login').toLowerCase()
    if (login !== '' && logins.has(login))
      faults.push({ line, field: 'login', rule: 'twice', value: value('login') })
    logins.add(login)
    if (!role || faults.length > before) continue
    const branches = value('branches')
      .split(/[|,;]/)
      .map((code) => code.trim())
      .filter((code) => code !== '')
    people.push({
      line,
      person: {
        name: value('name'),
        login: value('login'),
        role,
        ...(branches.length > 0 ? { branches } : {}),
        ...(value('email') === '' ? {} : { email: value('email') }),
        ...(value('language') === '' ? {} : { language: value('language') }),
      },
    })
  }
  return { people, faults }
}

/** With the address that the login is, where no other was given. */
export const mailedToLogin = (person: Person): Person =>
  person.email === undefined && looksLikeAddress(person.login) ? { ...person, email: person.login } : person

const PLACE = /^invitations\[(\d+)\]\.?([^:]*): (.*)$/s

/** What the service refused, by the lines that were read: its words name people by their place in the request. */
export function faultsInLines(
  info: string,
  people: readonly ReadPerson[],
): readonly { line?: number; field?: string; rule: string }[] {
  return info.split('\n').map((one) => {
    const [, place = '', field = '', rule = ''] = PLACE.exec(one) ?? []
    const line = people[Number(place)]?.line
    if (place === '' || line === undefined) return { rule: one }
    return { line, ...(field === '' ? {} : { field }), rule }
  })
}
