// Finds the card that notes belong to: an order made by hand may have become one of the DMS.
import { listPlacesOf, readCard } from '../../organisation/branch-reach.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'

export type Card = ReturnType<typeof readCard>

export async function findCard(scope: Scope, name: string): Promise<Card> {
  const { kind, id } = readCard(name)
  const subject = kind === 'vehicle' ? `survey/${id}` : name
  const place = (await listPlacesOf(scope, [subject])).get(subject)
  if (!place?.card) throw problem('noSuchResource', `there is no card "${name}"`)
  return readCard(place.card)
}
