// Every implemented operation of the DMS interface, in the order of the spec. Any other path replies 404.
import type { Operation } from '../operation.ts'
import { listEvents } from './event-feed.ts'
import { getFigureCars, getFigures, getQuestionFigures } from './figures.ts'
import { deleteDeal, getLead, listLeadSurveys, listLeads, putDeal, putLead } from './leads.ts'
import {
  getDamage,
  getDamageDrawing,
  getPdfForm,
  getPhoto,
  getPhotoSize,
  getVideo,
  getVideoPoster,
  listVideos,
} from './media.ts'
import { getMasterPackage, getPackage, listPackages, putPackage, putPackagePrices } from './packages.ts'
import { listPartRequests, putPartReply } from './parts.ts'
import { deleteQuote, getQuote, getUpsaleQuote, listQuotes, listUpsaleQuotes, putQuote } from './quotes.ts'
import { getSandboxClock, putSandboxClock, resetSandbox } from './sandbox.ts'
import { getSelf } from './self.ts'
import { getServiceOrder, listOrderSurveys, listServiceOrders, putServiceOrder } from './service-orders.ts'
import { simulateArrival, simulateOffer, simulateSend } from './simulate-advisor.ts'
import { simulateDecide, simulateFeedback } from './simulate-owner.ts'
import { simulateAnswers, simulateComplete, simulatePhoto } from './simulate-workshop.ts'
import {
  getPackageAssignment,
  getSurveyTemplate,
  listSurveyTemplates,
  putPackageAssignment,
} from './survey-templates.ts'
import { addAnswer, deleteAnswer, getSurvey, listSurveys, putAnswer } from './surveys.ts'
import { getVehicleHistory } from './vehicle-history.ts'
import { getVehicleInfo } from './vehicle-information.ts'
import { getWorkPlan, putWorkPlan } from './work-plans.ts'

export const operations: readonly Operation[] = [
  putServiceOrder,
  getServiceOrder,
  listOrderSurveys,
  listServiceOrders,
  getWorkPlan,
  putWorkPlan,
  getSurvey,
  listSurveys,
  addAnswer,
  putAnswer,
  deleteAnswer,
  getPdfForm,
  getDamageDrawing,
  getPhoto,
  getPhotoSize,
  listVideos,
  getVideo,
  getVideoPoster,
  getDamage,
  getQuote,
  listQuotes,
  putQuote,
  deleteQuote,
  listUpsaleQuotes,
  getUpsaleQuote,
  listPackages,
  getPackage,
  getMasterPackage,
  putPackage,
  putPackagePrices,
  listSurveyTemplates,
  getSurveyTemplate,
  putPackageAssignment,
  getPackageAssignment,
  getVehicleInfo,
  getVehicleHistory,
  putLead,
  getLead,
  listLeadSurveys,
  listLeads,
  putDeal,
  deleteDeal,
  listEvents,
  getFigures,
  getQuestionFigures,
  getFigureCars,
  listPartRequests,
  putPartReply,
  getSelf,
  getSandboxClock,
  putSandboxClock,
  resetSandbox,
  simulateArrival,
  simulateAnswers,
  simulatePhoto,
  simulateComplete,
  simulateOffer,
  simulateSend,
  simulateDecide,
  simulateFeedback,
]

export const headings: Readonly<Record<string, string>> = {
  'Service orders':
    'Orders as the DMS sends them and as they stand now, each with the surveys that were made for it.',
  Surveys:
    'Checklists with their questions, answers, photos, videos, damage and printed forms. The DMS reads them and adds answers of its own.',
  'Quotes of a survey':
    'Offers on what an inspection found: quotes of the DMS, quotes made from packages, and what the customer decided.',
  Packages:
    'Work with its parts and prices, offered where an answer asks for it. The DMS adds packages of its own and sets prices.',
  'Survey templates': 'The checklists surveys are made from, and which answer offers which package.',
  'Vehicle information': 'What a VIN tells about a vehicle.',
  'Leads and deals':
    'Opportunities and the deals that belong to them, each with the surveys that were made for it.',
  Events: 'What happened, in order and without gaps: read on where you stopped, or wait for what comes.',
  Figures:
    'What came, was found, offered, decided and sold, by branch, person and time, each with its definition.',
  Parts: 'What the parts desk is asked for between finding and offer, and what it replies.',
  Access: 'What a key is, and what it reaches.',
  Sandbox:
    'For tests of a DMS, of system clients that are sandboxes alone: move the clock, start over, and let a workshop and an owner act.',
}
