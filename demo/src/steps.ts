// What happened at the demo dealership, as data: who sent or did what, and when. play.ts carries it out.

import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { PartReply } from '@walkaround/contract/dms/parts.ts'
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import type { OwnerWord } from '@walkaround/contract/owner-page.ts'
import type { Chapter } from '@walkaround/contract/rules/chapters.ts'
import type { Audience } from '@walkaround/contract/rules/notes.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { VariantRef } from '@walkaround/server/features/quotes/select-variant.ts'
import type { Place } from '@walkaround/server/features/surveys/places.ts'
import type { StaffId } from './dealership.ts'

/** A survey is identified by what it belongs to: its id is known only when it is made. */
export type SurveyOf = ({ orderId: string } | { leadId: string }) & { type: SurveyType }

/** In a line of an order: placeholder for the id of the order's own reception survey. */
export const OWN_HEALTH_SURVEY = '{health}'

/** What a DMS sends as a quote; the survey determines its place. */
export type OwnQuote = Omit<Quote, 'id' | 'category' | 'currency' | 'visible'>

export interface OwnerDecision {
  /** A variant that was selected, or a quote by its id. */
  of: VariantRef | string
  word: OwnerWord
  /** Of what is put off: a day. */
  until?: string
  reason?: string
}

export type Step = {
  at: Date
} /** `isInvoice`: the DMS reads the quotes of the reception and adds lines for what was approved or put off. */ & (
  | { do: 'putOrder'; id: string; order: ServiceOrder; isInvoice?: true }
  | { do: 'putLead'; id: string; lead: CustomerReviewRequest }
  | { do: 'putDeal'; leadId: string; id: string; deal: DealItem }
  | { do: 'addAnswer'; survey: SurveyOf; questionId: string; answer: Answer }
  | { do: 'inspect'; survey: SurveyOf; by: StaffId; answers: GivenAnswer[] }
  /** `photo`: the name of a drawn photo. */
  | { do: 'addPhoto'; survey: SurveyOf; by: StaffId; id: string; photo: string; place: Place }
  | { do: 'markUp'; survey: SurveyOf; by: StaffId; photoId: string; shapes: MarkupShape[] }
  | {
      do: 'addVideo'
      survey: SurveyOf
      by: StaffId
      id: string
      questionId: string
      chapters: readonly Chapter[]
    }
  | { do: 'mark'; survey: SurveyOf; by: StaffId; id: string; mark: DamageMark }
  | { do: 'sign'; survey: SurveyOf; by: StaffId; id: string; signature: Signature }
  | { do: 'note'; orderId: string; by: StaffId; id: string; text: string; for: Audience }
  | {
      do: 'plan'
      orderId: string
      by: StaffId
      promised: string | undefined
      technician: StaffId | undefined
    }
  | { do: 'askParts'; survey: SurveyOf; by: StaffId; questionId: string; text: string }
  /** To the first request. */
  | {
      do: 'replyParts'
      survey: SurveyOf
      by: StaffId
      questionId: string
      reply: Omit<PartReply, 'revision'>
    }
  /** The owner opens a link that staff gave them, and perhaps gives stars. */
  /** The result goes to the customer by e-mail, and arrives at once. */
  | { do: 'send'; survey: SurveyOf; by: StaffId }
  /** Staff remind the customer of what was put off. */
  | { do: 'remind'; survey: SurveyOf; by: StaffId }
  /** The owner opens the link of the last message or, without one, a link that staff gave them, and perhaps gives stars. */
  | { do: 'ownerVisit'; survey: SurveyOf; stars: number | undefined }
  /** On the page of the last message. */
  | { do: 'ownerDecides'; survey: SurveyOf; decisions: readonly OwnerDecision[] }
  /** By a link of their own. */
  | { do: 'ownerAsks'; survey: SurveyOf; variant: VariantRef; text: string }
  | { do: 'answerOwner'; survey: SurveyOf; by: StaffId; variant: VariantRef; id: string; text: string }
  | { do: 'complete'; survey: SurveyOf; by: StaffId }
  | { do: 'reopen'; survey: SurveyOf; by: StaffId; reason: string }
  | { do: 'select'; survey: SurveyOf; by: StaffId; variant: VariantRef; approval?: QuoteApproval }
  /** The customer decides later on what was selected; recorded by the person who talked to them. */
  | { do: 'decide'; survey: SurveyOf; by: StaffId; variant: VariantRef; approval: QuoteApproval }
  | { do: 'putQuote'; survey: SurveyOf; id: string; quote: OwnQuote }
  /** On the automatic quote of a package, which must exist. */
  | { do: 'decideDue'; survey: SurveyOf; packageId: string; approval: QuoteApproval }
  /** The DMS withdraws automatic quotes of these packages, if there are any: the work is already on the order or in a quote. */
  | { do: 'withdrawDue'; survey: SurveyOf; packageIds: readonly string[] }
)
