// The app's requests by the names it uses; paths and types are those of the contract's operations. Keeps nothing.

import type { NewInspection } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import type { NewAnswer } from '@walkaround/contract/app/line-questions.ts'
import type { PhotoMarkup } from '@walkaround/contract/app/markup.ts'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { NewNote } from '@walkaround/contract/app/notes.ts'
import type { NewPartRequest } from '@walkaround/contract/app/parts.ts'
import type { PlanChange } from '@walkaround/contract/app/work-plans.ts'
import type { QueryOf } from '@walkaround/contract/client.ts'
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { Requester } from './request.ts'

type Language = QueryOf<'getBlanks'>['language']

/** About a second of work on the server, more if many people sign in at once. */
const signInTimeout = 40_000

const ofClient = (system_client_id: string) => ({ system_client_id })
export const ofSurvey = (system_client_id: string, survey_id: string) => ({ system_client_id, survey_id })

const ofCard = (system_client_id: string, card: string) => ({ system_client_id, card })

export type Operations = ReturnType<typeof createOperations>

export function createOperations({ call }: Requester) {
  return {
    signIn: (login: string, password: string) =>
      call('createSession', {}, { body: { login, password }, timeout: signInTimeout }),
    unlockTablet: (person: string, pin: string) =>
      call('unlockTablet', {}, { body: { person, pin }, timeout: signInTimeout }),
    readSession: () => call('getSession', {}),
    /** With the CSRF proof of the session to end, which may differ from the current one. */
    signOut: (csrf: string) => call('endSession', {}, { headers: { 'x-walkaround-csrf': csrf } }),
    /** Gives where the provider ends its own session. */
    signOutAtProvider: (csrf: string) =>
      call('endProviderSession', {}, { headers: { 'x-walkaround-csrf': csrf } }),
    readSignInHelp: () => call('getSignInHelp', {}),
    readOwnSessions: () => call('listOwnSessions', {}),
    endOwnSession: (session_id: string) => call('endOwnSession', { session_id }),
    changePassword: (current: string, password: string) =>
      call('changeOwnPassword', {}, { body: { current, password }, timeout: signInTimeout }),
    readBoard: (clientId: string, query: QueryOf<'getBoard'>) =>
      call('getBoard', ofClient(clientId), { query }),
    readBlanks: (clientId: string, language: Language) =>
      call('getBlanks', ofClient(clientId), { query: { language } }),
    readSurvey: (clientId: string, surveyId: string, language: Language) =>
      call('getSurveyPage', ofSurvey(clientId, surveyId), { query: { language } }),
    readTimeline: (clientId: string, surveyId: string) => call('getTimeline', ofSurvey(clientId, surveyId)),
    explainPackages: (clientId: string, surveyId: string, question_id: string, answer_id: string) =>
      call('explainPackages', { ...ofSurvey(clientId, surveyId), question_id, answer_id }),
    postEdits: (clientId: string, surveyId: string, edits: readonly Edit[], device?: string) =>
      call('postEdits', ofSurvey(clientId, surveyId), {
        body: { edits: [...edits], device },
        timeout: 30_000,
      }),
    putMark: (clientId: string, surveyId: string, mark_id: string, body: DamageMark) =>
      call('putDamageMark', { ...ofSurvey(clientId, surveyId), mark_id }, { body }),
    deleteMark: (clientId: string, surveyId: string, mark_id: string) =>
      call('deleteDamageMark', { ...ofSurvey(clientId, surveyId), mark_id }),
    putSignature: (clientId: string, surveyId: string, signature_id: string, body: Signature) =>
      call('putSignature', { ...ofSurvey(clientId, surveyId), signature_id }, { body }),
    movePhoto: (
      clientId: string,
      surveyId: string,
      photo_id: string,
      { questionId, answerId, markId }: { questionId?: string; answerId?: string; markId?: string },
    ) =>
      call(
        'movePhoto',
        { ...ofSurvey(clientId, surveyId), photo_id },
        { query: { question_id: questionId, answer_id: answerId, mark_id: markId } },
      ),
    deletePhoto: (clientId: string, surveyId: string, photo_id: string) =>
      call('deletePhoto', { ...ofSurvey(clientId, surveyId), photo_id }),
    putMarkup: (clientId: string, surveyId: string, photo_id: string, body: PhotoMarkup) =>
      call('putPhotoMarkup', { ...ofSurvey(clientId, surveyId), photo_id }, { body }),
    deleteVideo: (clientId: string, surveyId: string, video_id: string) =>
      call('deleteVideo', { ...ofSurvey(clientId, surveyId), video_id }),
    findKnownCar: async (clientId: string, mark: string) =>
      (await call('listKnownCars', ofClient(clientId), { query: { mark }, timeout: 3_000 })).cars[0],
    putInspection: (clientId: string, inspection_id: string, body: NewInspection) =>
      call('putInspection', { ...ofClient(clientId), inspection_id }, { body }),
    putAnswer: (
      clientId: string,
      surveyId: string,
      { questionId, answerId, answer }: { questionId: string; answerId: string; answer: NewAnswer },
    ) =>
      call(
        'putAnswer',
        { ...ofSurvey(clientId, surveyId), question_id: questionId, answer_id: answerId },
        { body: answer },
      ),
    putPartRequest: (clientId: string, surveyId: string, question_id: string, body: NewPartRequest) =>
      call('putPartRequest', { ...ofSurvey(clientId, surveyId), question_id }, { body }),
    deletePartRequest: (
      clientId: string,
      surveyId: string,
      question_id: string,
      query: QueryOf<'deletePartRequest'>,
    ) => call('deletePartRequest', { ...ofSurvey(clientId, surveyId), question_id }, { query }),
    putPlan: (clientId: string, card: string, body: PlanChange) =>
      call('putCardPlan', ofCard(clientId, card), { body }),
    readPeople: (clientId: string) => call('listPeople', ofClient(clientId)),
    readNotes: (clientId: string, card: string) => call('listNotes', ofCard(clientId, card)),
    putNote: (clientId: string, card: string, note_id: string, body: NewNote) =>
      call('putNote', { ...ofCard(clientId, card), note_id }, { body }),
    putNotesRead: (clientId: string, card: string, until: string) =>
      call('putNotesRead', ofCard(clientId, card), { body: { until } }),
    readInbox: (clientId: string) => call('getInbox', ofClient(clientId)),
    putInboxRead: (clientId: string, ids: readonly string[]) =>
      call('putInboxRead', ofClient(clientId), { body: { ids: [...ids] } }),
    matchInspection: (clientId: string, inspection_id: string, orderId: string) =>
      call('matchInspection', { ...ofClient(clientId), inspection_id }, { body: { orderId } }),
    unmatchInspection: (clientId: string, inspection_id: string) =>
      call('unmatchInspection', { ...ofClient(clientId), inspection_id }),
  }
}
