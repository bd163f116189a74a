// Every operation of the web apps. Any other path replies 404.
import type { Operation } from '../operation.ts'
import { getBlanks } from './blanks.ts'
import {
  getBoard,
  getSurveyPage,
  matchInspection,
  putInspection,
  streamEvents,
  unmatchInspection,
} from './board.ts'
import {
  deleteSiteCallbackReceiver,
  getCallback,
  getCallbackReceiver,
  listCallbackReceivers,
  listCallbacks,
  listReceivedCallbacks,
  putCallbackReceiver,
  putSiteCallbackReceiver,
  replayCallback,
  replayCallbacks,
  testCallback,
} from './callbacks.ts'
import { postEdits } from './edits.ts'
import { getFacePicture, getFaceStyle } from './faces.ts'
import { showFigureCars, showFigures, showQuestionFigures } from './figures.ts'
import { closeFinding, reopenFinding } from './findings.ts'
import { findCars, getHistory } from './history.ts'
import { getInbox, putInboxRead } from './inbox.ts'
import { addKey, blockKey, listKeys, putKey, rotateKey } from './keys.ts'
import { listKnownCars } from './known-cars.ts'
import { listQuestions, previewAnswer, putAnswer } from './line-questions.ts'
import {
  addInvitation,
  addPasswordLink,
  deleteInvitation,
  deleteLogin,
  endLoginSession,
  endLoginSessions,
  getLogin,
  listInvitations,
  listLoginSessions,
  listLogins,
  putLogin,
  renewInvitation,
} from './logins.ts'
import { getOriginalPhoto, putPhotoMarkup } from './markup.ts'
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
  movePhoto,
  patchUpload,
  putDamageMark,
  putPhoto,
  putSignature,
} from './media.ts'
import {
  getMessageOptions,
  inviteToTelegram,
  listOutbox,
  listSurveyMessages,
  previewMessage,
  resendMessage,
  sendResults,
  withdrawMessageLink,
} from './messages.ts'
import { listNotes, putNote, putNotesRead } from './notes.ts'
import { getOwnerPreview } from './owner-preview.ts'
import {
  getOwnerReceipt,
  getOwnerReceiptFile,
  getOwnerReceiptPdf,
  listOwnerReceipts,
} from './owner-receipts.ts'
import { explainPackages } from './package-reasons.ts'
import { deletePartRequest, putPartRequest, replyToPartRequest, showPartRequests } from './parts.ts'
import { listPutOffWork, putFollowUpAct } from './put-off-work.ts'
import { addActCopy, withdrawActCopy } from './reception.ts'
import { getReminderFigures, listReminderMarks, previewReminder, sendReminder } from './reminders.ts'
import { getRequest, getRequestLog, listRequests } from './requests.ts'
import {
  changeOwnPassword,
  createSession,
  endOwnSession,
  endSession,
  getSession,
  getSignInHelp,
  listOwnSessions,
} from './session.ts'
import { getTimeline } from './timeline.ts'
import { getToday } from './today.ts'
import { getVehiclePage, getVehiclePdf } from './vehicle-history.ts'
import { listPeople, putCardPlan } from './work-plans.ts'

export const byId = {
  createSession,
  getSession,
  endSession,
  listOwnSessions,
  endOwnSession,
  changeOwnPassword,
  getSignInHelp,
  getBoard,
  getBlanks,
  listKnownCars,
  getSurveyPage,
  getTimeline,
  explainPackages,
  streamEvents,
  putInspection,
  matchInspection,
  unmatchInspection,
  putCardPlan,
  listPeople,
  listNotes,
  putNote,
  putNotesRead,
  findCars,
  getHistory,
  getInbox,
  putInboxRead,
  getToday,
  postEdits,
  putPhoto,
  movePhoto,
  deletePhoto,
  putPhotoMarkup,
  getOriginalPhoto,
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
  addActCopy,
  withdrawActCopy,
  getCallbackReceiver,
  putCallbackReceiver,
  listCallbackReceivers,
  putSiteCallbackReceiver,
  deleteSiteCallbackReceiver,
  listCallbacks,
  getCallback,
  replayCallback,
  replayCallbacks,
  testCallback,
  listReceivedCallbacks,
  getRequestLog,
  listRequests,
  getRequest,
  getMessageOptions,
  sendResults,
  previewMessage,
  getOwnerPreview,
  getFaceStyle,
  getFacePicture,
  listOwnerReceipts,
  getOwnerReceipt,
  getOwnerReceiptPdf,
  getOwnerReceiptFile,
  listSurveyMessages,
  resendMessage,
  withdrawMessageLink,
  inviteToTelegram,
  listOutbox,
  listQuestions,
  putAnswer,
  previewAnswer,
  getVehiclePage,
  getVehiclePdf,
  showFigures,
  showQuestionFigures,
  showFigureCars,
  showPartRequests,
  putPartRequest,
  deletePartRequest,
  replyToPartRequest,
  listPutOffWork,
  putFollowUpAct,
  closeFinding,
  reopenFinding,
  previewReminder,
  sendReminder,
  listReminderMarks,
  getReminderFigures,
  listLogins,
  getLogin,
  putLogin,
  deleteLogin,
  listLoginSessions,
  endLoginSession,
  endLoginSessions,
  addPasswordLink,
  listInvitations,
  addInvitation,
  renewInvitation,
  deleteInvitation,
  listKeys,
  addKey,
  putKey,
  rotateKey,
  blockKey,
}

export const operations: readonly Operation[] = Object.values(byId)

export const headings: Readonly<Record<string, string>> = {
  Session: 'Signing in and out, and what the signed-in person may do.',
  Board: 'The orders and surveys of a branch, and what one survey needs to be filled in.',
  Edits: 'What people do to a survey on a tablet, in the order it was done.',
  Media:
    'Photos, videos, damage marks, signatures and printed forms of a survey; large files are uploaded in parts.',
  Messages: 'What is sent to owners and staff, and what became of it.',
  Parts: 'Parts that findings need: asked for, priced, or not to be had.',
  'Put-off work': 'Work that customers put off or declined, and what people do with it.',
  History: 'What happened to a car, for administrators and support.',
  Vehicles: 'One vehicle over all its visits.',
  Access: 'Who may sign in and call at a client, as what and where: logins, invitations and keys.',
  Callbacks: 'Where the DMS is told of messages, and each attempt to tell it.',
  Figures: 'What came, was found, offered, decided and sold, with the definition of every figure.',
  Requests: 'What keys called, how it was answered, and why a request was refused.',
}
