// The kinds of callbacks of our own: what else than a sent message a receiver can be told, if it asks for it. The one list of them; each
// follows from a kind of event.
import type { EventKind } from './events.ts'

interface Kind {
  /** The kind of event it follows from. */
  event: EventKind
  /** In words, for those who choose kinds. */
  when: string
  /** Which fields it has beside those of every kind. */
  has: readonly string[]
}

const ofSurvey = ['surveyId', 'orderId', 'leadId'] as const

/** A kind is only added, never removed. */
export const callbackKinds = {
  surveyCompleted: { event: 'survey.completed', when: 'A survey was completed.', has: ofSurvey },
  surveyReopened: {
    event: 'survey.reopened',
    when: 'A survey that was completed or closed was reopened.',
    has: ofSurvey,
  },
  ownerDecided: {
    event: 'owner.decided',
    when: "The owner decided on the owner's page: one callback for all quotes that were decided together.",
    has: [...ofSurvey, 'decisions'],
  },
  photoReady: {
    event: 'photo.added',
    when: 'A photo was added to a survey and can be fetched.',
    has: [...ofSurvey, 'photoId'],
  },
  orderMatched: {
    event: 'order.matched',
    when: 'An inspection without an order of the DMS was joined with its order.',
    has: ['orderId', 'inspectionId', 'isByItself'],
  },
} as const satisfies Record<string, Kind>

export type CallbackKind = keyof typeof callbackKinds
export const callbackKindNames = Object.keys(callbackKinds) as CallbackKind[]

/** How the log calls the callback of the interface, which every receiver gets. */
export const MESSAGE_SENT = 'messageSent'
