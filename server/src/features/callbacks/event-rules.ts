// What a callback of our own tells of an event: ids and decisions, nothing personal. Pure: no database, no clock.
import { type CallbackKind, callbackKindNames, callbackKinds } from '@walkaround/contract/callback-kinds.ts'
import type { WebhookEventInfo } from '@walkaround/contract/dms/event-callbacks.ts'
import type { EventKind, EventPayload } from '@walkaround/contract/events.ts'

interface Happened {
  kind: EventKind
  subject: string
  /** As JSON. */
  payload: string | null
  /** The order or lead it shows with, as events name it. */
  place: { card: string | null }
}

type Facts = Omit<WebhookEventInfo, 'id' | 'systemClientId' | 'occurredTimestamp' | 'siteId' | 'branchId'>
type More = Omit<Facts, 'kind' | 'surveyId' | 'orderId' | 'leadId'>

const payloadOf = <K extends EventKind>({ payload }: Happened) =>
  JSON.parse(payload ?? '{}') as EventPayload<K>

/** What each kind tells beside its survey, order or lead; undefined: this event is not told. */
const more: Record<CallbackKind, (event: Happened) => More | undefined> = {
  surveyCompleted: () => ({}),
  surveyReopened: () => ({}),
  ownerDecided: (event) => ({
    decisions: (payloadOf<'owner.decided'>(event).decisions ?? []).flatMap(
      ({ quoteId, currency, exVat, incVat, after }) => {
        const { approvalStatus, deferralDate, rejectionReasonCode } = after
        if (approvalStatus === undefined) return []
        return [{ quoteId, approvalStatus, currency, exVat, incVat, deferralDate, rejectionReasonCode }]
      },
    ),
  }),
  photoReady: (event) => ({ photoId: payloadOf<'photo.added'>(event).photoId }),
  // There are two events of one joining; the one about the order of the DMS names the inspection.
  orderMatched: (event) => {
    const { inspectionId, isByItself } = payloadOf<'order.matched'>(event)
    return inspectionId === undefined ? undefined : { inspectionId, isByItself }
  },
}

const kindOf = (event: EventKind) => callbackKindNames.find((kind) => callbackKinds[kind].event === event)

/** Undefined if no callback follows from it. */
export function factsOf(event: Happened): Facts | undefined {
  const kind = kindOf(event.kind)
  const facts = kind && more[kind](event)
  if (!kind || !facts) return undefined
  const surveyId = idIn(event.subject, 'survey')
  const orderId = idIn(event.subject, 'order') ?? idIn(event.place.card, 'order')
  const leadId = idIn(event.place.card, 'lead')
  return {
    kind,
    ...(surveyId === undefined ? {} : { surveyId }),
    ...(orderId === undefined ? {} : { orderId }),
    ...(leadId === undefined ? {} : { leadId }),
    ...facts,
  }
}

/** Of `order/4711`, as events name things. */
function idIn(name: string | null, what: string): string | undefined {
  return name?.startsWith(`${what}/`) ? name.slice(what.length + 1) : undefined
}
