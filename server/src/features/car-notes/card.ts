// Finds the card that notes belong to: an order made by hand may have become one of the DMS.
import { listPlacesOf, readCard } from '../../organisation/branch-reach.ts'
import { problem } from '../../problems.ts'
import { atBranch, type Scope } from '../../scope.ts'

export type Card = ReturnType<typeof readCard>

async function findPlace(scope: Scope, name: string) {
  const { kind, id } = readCard(name)
  const subject = kind === 'vehicle' ? `survey/${id}` : name
  return (await listPlacesOf(scope, [subject])).get(subject)
}

/** The scope at the site of a card. Reads nothing for a client whose sites do not differ. */
export async function atCard(scope: Scope, name: string): Promise<Scope> {
  return scope.client.places ? atBranch(scope, (await findPlace(scope, name))?.branchId) : scope
}

export async function findCard(scope: Scope, name: string): Promise<Card> {
  const place = await findPlace(scope, name)
  if (!place?.card) throw problem('noSuchResource', `there is no card "${name}"`)
  return readCard(place.card)
}
