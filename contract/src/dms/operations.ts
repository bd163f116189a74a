// Every operation of the DMS interface that is built, in the order of the spec. What is not here answers 404.
import type { Operation } from '../operation.ts'
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
import { deleteQuote, getQuote, getUpsaleQuote, listQuotes, listUpsaleQuotes, putQuote } from './quotes.ts'
import { getServiceOrder, listOrderSurveys, putServiceOrder } from './service-orders.ts'
import {
  getPackageAssignment,
  getSurveyTemplate,
  listSurveyTemplates,
  putPackageAssignment,
} from './survey-templates.ts'
import { addAnswer, deleteAnswer, getSurvey, putAnswer } from './surveys.ts'
import { getVehicleInfo } from './vehicle-information.ts'

export const operations: readonly Operation[] = [
  putServiceOrder,
  getServiceOrder,
  listOrderSurveys,
  getSurvey,
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
  putLead,
  getLead,
  listLeadSurveys,
  listLeads,
  putDeal,
  deleteDeal,
]
