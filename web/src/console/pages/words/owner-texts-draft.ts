// The texts of the owner's page as their form holds them: each is a field. Pure.
import type { OwnerTexts } from '@walkaround/contract/app/owner-texts.ts'
import { type OwnerTextName, ownerTextNames } from '@walkaround/contract/rules/owner-texts.ts'
import type { Tagged } from '../../../office/app/tagged.ts'

/** Empty: none of the client's own. */
export type OwnerTextsDraft = Readonly<Record<OwnerTextName, string>>

export const toOwnerTextsDraft = ({ value: { own }, tag }: Tagged<OwnerTexts>): Tagged<OwnerTextsDraft> => ({
  value: Object.fromEntries(ownerTextNames.map((name) => [name, own[name] ?? ''])) as OwnerTextsDraft,
  tag,
})
