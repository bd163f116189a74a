// Who may be chosen to work on a car, in the order they are offered. Pure.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { StaffMember } from '@walkaround/contract/app/work-plans.ts'

export interface Person {
  /** Of the choice: the login, or the technician of the order by id or name. */
  key: string
  name: string
  /** As the plan names the person. */
  technician: { id?: string; name?: string }
}

interface Offered {
  technicians: Person[]
  others: Person[]
}

const worksAt = ({ branches }: StaffMember, branchId: string) =>
  branches === undefined || branches.includes(branchId)

/** Technicians of the branch and of the order first; a technician of the order with a login is offered once. */
export function offeredFor(card: BoardCard, people: readonly StaffMember[]): Offered {
  const here = people.filter((one) => worksAt(one, card.branchId))
  const names = new Set(here.map(({ name }) => name))
  const toPerson = ({ id, name }: StaffMember): Person => ({ key: `login ${id}`, name, technician: { id } })
  const seen = new Set<string>()
  const named = (card.technicians ?? []).flatMap(({ id, name }): Person[] => {
    const key = `order ${id ?? name}`
    if (names.has(name) || name === '' || seen.has(key)) return []
    seen.add(key)
    return [{ key, name, technician: id === undefined ? { name } : { id } }]
  })
  return {
    technicians: [...here.filter(({ role }) => role === 'technician').map(toPerson), ...named],
    others: here.filter(({ role }) => role !== 'technician').map(toPerson),
  }
}
