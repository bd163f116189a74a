// Who had to do with an order, as figures name people. Pure.
import { foldName } from '@walkaround/contract/rules/folding.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { Person } from '@walkaround/contract/shared.ts'

interface Counted {
  /** The folded name, because an employee's login is seldom their id in the DMS (C6); without a name the id. */
  key: string
  name: string
}

function toCounted(person: Person): Counted | undefined {
  const name = nameOf(person).trim() || person.id
  if (!name) return undefined
  return { key: foldName(name), name }
}

/** Of somebody who asks for their own figures. */
export const keyOf = ({ login, name }: { login: string; name: string }): string =>
  foldName(name) || foldName(login)

/** The advisor of an order and those who did its checks, each once. */
export function personsOf({
  advisor,
  surveyors,
}: {
  advisor: string | null
  surveyors: string | null
}): Counted[] {
  const people = [
    ...(advisor === null ? [] : [JSON.parse(advisor) as Person]),
    ...(surveyors === null ? [] : (JSON.parse(surveyors) as Person[])),
  ]
  const counted = people.flatMap((person) => toCounted(person) ?? [])
  return [...new Map(counted.map((one) => [one.key, one])).values()]
}
