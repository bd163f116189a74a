// What people and companies are called, on screens, in messages and on paper. Pure.

export interface Named {
  readonly id?: string | undefined
  readonly title?: string | undefined
  /** Of a company. */
  readonly name?: string | undefined
  readonly firstName?: string | undefined
  readonly middleName?: string | undefined
  readonly lastName?: string | undefined
}

const joined = (parts: readonly (string | undefined)[]): string =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')

/** Empty if there is no person, or the person has no name. */
export const nameOf = (one: Named | undefined): string =>
  one?.name ?? joined([one?.firstName, one?.middleName, one?.lastName])

/** With the title, as letters and forms address people. */
export const formalNameOf = (one: Named): string => one.name ?? joined([one.title, nameOf(one)])

/** Identifies a contact person of a company: the id of the DMS, else the name. */
export const contactIdOf = (person: Named): string => person.id ?? nameOf(person)

/** The last word is the family name, unless a comma shows that the family name comes first. */
export function splitName(name: string): { firstName?: string; lastName: string } {
  const [family = '', ...given] = name.split(',').map((part) => part.trim())
  const first = given.join(' ').trim()
  if (first && family) return { firstName: first, lastName: family }
  const words = name.replaceAll(',', ' ').trim().split(/\s+/)
  const lastName = words.pop() ?? ''
  return { ...(words.length > 0 ? { firstName: words.join(' ') } : {}), lastName }
}
