// Every operation of the web apps. What is not here answers 404.
import type { Operation } from '../operation.ts'
import {
  explainPackages,
  getBoard,
  getSurveyPage,
  matchInspection,
  putInspection,
  streamEvents,
} from './board.ts'
import { postEdits } from './edits.ts'
import {
  addUpload,
  deleteDamageMark,
  deletePhoto,
  deleteUpload,
  deleteVideo,
  getSurveyForm,
  getSurveyPhoto,
  getSurveyPoster,
  getSurveyVideo,
  getUpload,
  patchUpload,
  putDamageMark,
  putPhoto,
  putSignature,
} from './media.ts'
import { createSession, endSession, getSession } from './session.ts'

export const operations: readonly Operation[] = [
  createSession,
  getSession,
  endSession,
  getBoard,
  getSurveyPage,
  explainPackages,
  streamEvents,
  putInspection,
  matchInspection,
  postEdits,
  putPhoto,
  deletePhoto,
  addUpload,
  getUpload,
  patchUpload,
  deleteUpload,
  deleteVideo,
  getSurveyPhoto,
  getSurveyVideo,
  getSurveyPoster,
  getSurveyForm,
  putDamageMark,
  deleteDamageMark,
  putSignature,
]
