// Every operation of the DMS interface that is built, in the order of the spec. What is not here answers 404.
import type { Operation } from '../operation.ts'
import { deleteDeal, getLead, listLeadSurveys, listLeads, putDeal, putLead } from './leads.ts'
import { getServiceOrder, listOrderSurveys, putServiceOrder } from './service-orders.ts'
import { getSurveyTemplate, listSurveyTemplates } from './survey-templates.ts'
import { addAnswer, deleteAnswer, getSurvey, putAnswer } from './surveys.ts'

export const operations: readonly Operation[] = [
  putServiceOrder,
  getServiceOrder,
  listOrderSurveys,
  getSurvey,
  addAnswer,
  putAnswer,
  deleteAnswer,
  listSurveyTemplates,
  getSurveyTemplate,
  putLead,
  getLead,
  listLeadSurveys,
  listLeads,
  putDeal,
  deleteDeal,
]
