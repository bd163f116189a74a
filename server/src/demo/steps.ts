// What happened at the demo dealership, as data: who sent or did what, and when. Carrying it out is play.ts.
import type { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/shared.ts'
import type { GivenAtCar } from '../features/surveys/give-answers.ts'
import type { StaffId } from './dealership.ts'

/** A survey is known by what it belongs to: its id is given out only when it is made. */
export type SurveyOf = ({ orderId: string } | { leadId: string }) & { type: SurveyType }

/** In a line of an order: stands for the id of the order's own reception survey. */
export const OWN_HEALTH_SURVEY = '{health}'

export type Step = { at: Date } & (
  | { do: 'putOrder'; id: string; order: ServiceOrder }
  | { do: 'putLead'; id: string; lead: CustomerReviewRequest }
  | { do: 'putDeal'; leadId: string; id: string; deal: DealItem }
  | { do: 'addAnswer'; survey: SurveyOf; questionId: string; answer: Answer }
  | { do: 'inspect'; survey: SurveyOf; by: StaffId; answers: GivenAtCar[] }
  | { do: 'complete'; survey: SurveyOf; by: StaffId }
  | { do: 'reopen'; survey: SurveyOf; by: StaffId; reason: string }
)
