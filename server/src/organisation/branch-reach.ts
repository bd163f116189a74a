// The one place that decides whether a login limited to branches reaches an order, a lead, a survey or what belongs to
// them. The door asks it about everything a path names; use cases ask only about what a body names.
import type { FindPlaces } from '../db/log/number-events.ts'
import { problem } from '../problems.ts'
import type { Scope } from '../scope.ts'
import * as store from './branch-reach-store.ts'

export type Subject = 'order' | 'lead' | 'survey' | 'upload' | 'inspection' | 'card'

/** Collections below the system client in a path that belong to a branch. */
const subjects: Readonly<Record<string, Subject>> = {
  'service-orders': 'order',
  leads: 'lead',
  surveys: 'survey',
  uploads: 'upload',
  inspections: 'inspection',
  cards: 'card',
}

/** Collections that the client has for all of its branches. */
const shared: readonly string[] = [
  'survey-templates',
  'templates',
  'packages',
  'vehicle-info',
  // A vehicle has visits at many branches; its history has only those within reach.
  'vehicles',
  'callbacks',
  'callback-receivers',
  'requests',
  'put-off-work',
  // Managers of some branches see the people of those: managing.ts of the contract decides.
  'logins',
  // The same of shared tablets: rules.ts of tablets decides.
  'tablets',
  'invitations',
  'message-texts',
  'message-channels',
  'rejection-reasons',
  'phrases',
  'owner-texts',
  'keys',
  'sites',
  'branches',
  'settings',
  'sign-in-providers',
]

const words: Record<Subject, string> = {
  order: 'service order',
  lead: 'lead',
  survey: 'survey',
  upload: 'upload',
  inspection: 'inspection',
  card: 'card',
}

interface NamedSubject {
  subject: Subject
  /** The variable of the path that names it. */
  param: string
  /** True if the operation may create the subject. */
  mayCreate: boolean
}

/** What the path of an operation names. Throws for a collection nobody has thought about, so that none is forgotten. */
export function findNamedSubject(operation: { method: string; path: string }): NamedSubject | undefined {
  const [, collection = '', param = '', rest = ''] =
    /^\/system-clients\/\{\w+\}\/(?:sandbox\/)?([^/]+)\/\{(\w+)\}(.*)$/.exec(operation.path) ?? []
  const subject = subjects[collection]
  if (subject) return { subject, param, mayCreate: operation.method === 'PUT' && rest === '' }
  if (collection !== '' && !shared.includes(collection)) {
    throw new Error(`${operation.path}: say in branch-reach.ts whether ${collection} belong to branches`)
  }
  return undefined
}

/** Something without a branch is visible only to logins that see all branches. */
export const isWithinBranches = ({ branches }: Pick<Scope, 'branches'>, branchId: string | null): boolean =>
  branches === undefined || (branchId !== null && branches.includes(branchId))

/** Refuses what is out of reach in the same words as what does not exist, so that nobody learns which it is. */
export async function assertWithinBranches(
  scope: Pick<Scope, 'db' | 'clientId' | 'branches'>,
  subject: Subject,
  id: string,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<void> {
  if (!scope.branches) return
  const found = await findBranchOf(scope, subject, id)
  if (found === undefined ? mayCreate : isWithinBranches(scope, found)) return
  throw problem('noSuchResource', `there is no ${words[subject]} "${id}"`)
}

/** A card as events name it: `order/4711`. */
export function readCard(name: string): { kind: 'order' | 'lead' | 'vehicle'; id: string } {
  const [, kind, id] = /^(order|lead|vehicle)\/(.+)$/s.exec(name) ?? []
  if (id === undefined) throw problem('noSuchResource', `there is no card "${name}"`)
  return { kind: kind as 'order' | 'lead' | 'vehicle', id }
}

/** Undefined when there is no such thing. */
async function findBranchOf(
  scope: Pick<Scope, 'db' | 'clientId'>,
  subject: Subject,
  id: string,
): Promise<string | null | undefined> {
  if (subject === 'upload') {
    const surveyId = await store.findSurveyOfUpload(scope, id)
    return surveyId === undefined ? undefined : findBranchOf(scope, 'survey', surveyId)
  }
  if (subject === 'card') {
    const { kind, id: of } = readCard(id)
    return findBranchOf(scope, kind === 'vehicle' ? 'survey' : kind, of)
  }
  if (subject === 'inspection') {
    const made = await store.findMade(scope, id)
    if (made?.surveyId) return findBranchOf(scope, 'survey', made.surveyId)
    return findBranchOf(scope, 'order', made?.orderId ?? id)
  }
  return (await listPlacesOf(scope, [`${subject}/${id}`])).get(`${subject}/${id}`)?.branchId
}

/** Of orders, leads and surveys, named as events name them; what does not exist, or is something else, is left out. */
export const listPlacesOf: FindPlaces = async (scope, names) => {
  const idsOf = (kind: string) =>
    names.flatMap((name) => (name.startsWith(`${kind}/`) ? [name.slice(kind.length + 1)] : []))
  const ids = { orderIds: idsOf('order'), leadIds: idsOf('lead'), surveyIds: idsOf('survey') }
  if (Object.values(ids).every((list) => list.length === 0)) return new Map()
  const rows = await store.listPlacesOf(scope, ids)
  return new Map(rows.map(({ name, ...place }) => [name, place]))
}
