// The rights that the page explains: all there are, but those that everybody has.
import { rightsOf } from '@walkaround/contract/rules/roles.ts'

type Right = ReturnType<typeof rightsOf>[number]
type Shown = Exclude<Right, 'none' | 'self'>

export const shownRights = rightsOf('support') as readonly Shown[]
