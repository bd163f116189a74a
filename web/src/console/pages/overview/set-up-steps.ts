// What a dealership needs before it can work, and which of it is there. Pure.
import type { Invitation, ListedLogin } from '@walkaround/contract/app/logins.ts'
import type { Branch, Site } from '@walkaround/contract/app/places.ts'

export interface Found {
  sites: readonly Site[]
  branches: readonly Branch[]
  logins: readonly ListedLogin[]
  invitations: readonly Invitation[]
  /** How many keys work; undefined if the person has nothing to say about keys. */
  keys: number | undefined
  hasReceiver: boolean
  /** E-mails go out, or it is a demo or sandbox, where nothing does. */
  hasMail: boolean
}

export type StepName = 'branches' | 'contact' | 'logo' | 'people' | 'mail' | 'key' | 'receiver'

export interface Step {
  readonly name: StepName
  readonly isDone: boolean
  /** How many there are of what it is about. */
  readonly n?: number
}

/** Somebody alone cannot inspect a car and advise its owner. */
const leastPeople = 2

export function stepsOf(found: Found): readonly Step[] {
  const { sites, branches, logins, invitations, keys, hasReceiver, hasMail } = found
  const site = sites.find(({ isDefault }) => isDefault) ?? sites[0]
  const fresh = branches.filter(({ isNew }) => isNew).length
  const people = logins.filter(({ role, isDisabled }) => role !== 'dms' && !isDisabled).length
  const invited = invitations.filter(({ kind, isOver }) => kind === 'join' && !isOver).length
  return [
    { name: 'branches', isDone: branches.length > 0 && fresh === 0, n: fresh },
    { name: 'contact', isDone: site?.address !== undefined && site.telephone !== undefined },
    { name: 'logo', isDone: site?.logo !== undefined },
    { name: 'people', isDone: people + invited >= leastPeople, n: people + invited },
    { name: 'mail', isDone: hasMail },
    ...(keys === undefined ? [] : [{ name: 'key', isDone: keys > 0, n: keys } as const]),
    { name: 'receiver', isDone: hasReceiver },
  ]
}
