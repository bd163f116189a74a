// What a PUT of the DMS changed on an order, in values that people recognise: from what, to what and when. Few and short. Pure.
import type { DmsChange } from '@walkaround/contract/app/board.ts'
import { changedFields } from '@walkaround/contract/rules/changed-fields.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { SurveyHeader } from './header.ts'

type Field = DmsChange['field']

interface Line {
  readonly description?: string | undefined
  readonly itemCode?: string | undefined
}

/** What is compared: the header that surveys keep, and what only the document has. */
interface Told {
  header: SurveyHeader
  document: { plannedStartTimestamp?: string; contents?: readonly Line[] }
}

/** The newest are kept. A board of a thousand cars stays small. */
const MOST_CHANGES = 12
const MOST_CHARACTERS = 160

const valuesOf: Readonly<Partial<Record<Field, (told: Told) => string | undefined>>> = {
  plannedStart: ({ document }) => document.plannedStartTimestamp,
  description: ({ header }) => header.description,
  work: ({ document }) =>
    (document.contents ?? [])
      .flatMap(({ description, itemCode }) => description ?? itemCode ?? [])
      .join(' · '),
  numberPlate: ({ header }) => header.vehicle?.numberPlate,
  vin: ({ header }) => header.vehicle?.vin,
  vehicle: ({ header }) => [header.vehicle?.make, header.vehicle?.model].filter(Boolean).join(' '),
  customer: ({ header }) => nameOf(header.customer),
  serviceAdvisor: ({ header }) => nameOf(header.serviceAdvisor),
  technician: ({ header }) => nameOf(header.technician),
  externalId: ({ header }) => header.externalId,
  branch: ({ header }) => header.externalBranchId,
}
const fields = Object.keys(valuesOf) as Field[]

function shorten(text: string): string {
  const signs = [...text]
  return signs.length > MOST_CHARACTERS ? `${signs.slice(0, MOST_CHARACTERS - 1).join('')}…` : text
}

/** If nothing that people recognise has changed, one entry says that something else did: their contacts, or the rest. */
function changesBetween(before: Told, after: Told, hasContacts: boolean, at: string): DmsChange[] {
  const found = fields.flatMap((field): DmsChange[] => {
    const [was = '', is = ''] = [valuesOf[field]?.(before), valuesOf[field]?.(after)]
    if (was === is) return []
    return [
      {
        field,
        at,
        ...(was === '' ? {} : { before: shorten(was) }),
        ...(is === '' ? {} : { after: shorten(is) }),
      },
    ]
  })
  if (hasContacts) found.push({ field: 'contact', at })
  if (found.length > 0) return found
  return changedFields(before.document, after.document).length > 0 ? [{ field: 'other', at }] : []
}

/** As JSON for its row, the newest first; null if there is nothing to add. */
export function addDmsChanges(
  known: string | null,
  { before, after }: { before: Told; after: Told },
  hasContacts: boolean,
  now: Date,
): string | null {
  const changes = changesBetween(before, after, hasContacts, now.toISOString())
  if (changes.length === 0) return null
  const earlier = known === null ? [] : (JSON.parse(known) as DmsChange[])
  return JSON.stringify([...changes, ...earlier].slice(0, MOST_CHANGES))
}
