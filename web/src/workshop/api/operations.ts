// The operations of /app that the workshop app calls, with the types of the contract. Knows paths, keeps nothing.
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type {
  Board,
  BoardCard,
  NewInspection,
  SurveyPage,
  VariantExplanation,
} from '@walkaround/contract/app/board.ts'
import type { Edit, EditResult } from '@walkaround/contract/app/edits.ts'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { OwnSession, Session, SignInHelp } from '@walkaround/contract/app/session.ts'
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { Requester } from './request.ts'

const id = encodeURIComponent
const ofClient = (clientId: string) => `/system-clients/${id(clientId)}`
const ofSurvey = (clientId: string, surveyId: string) => `${ofClient(clientId)}/surveys/${id(surveyId)}`
const ofMatch = (clientId: string, inspectionId: string) =>
  `${ofClient(clientId)}/inspections/${id(inspectionId)}/match`

export const paths = { ofClient, ofSurvey, uploads: (clientId: string) => `${ofClient(clientId)}/uploads` }

/** About a second of work on the server, more when many sign in at once. */
const signInTimeout = 40_000

export type Operations = ReturnType<typeof createOperations>

export function createOperations({ send, json }: Requester) {
  const put = async (path: string, body: unknown): Promise<void> => {
    await send(path, { method: 'PUT', body })
  }
  const remove = async (path: string): Promise<void> => {
    await send(path, { method: 'DELETE' })
  }
  return {
    signIn: (login: string, password: string) =>
      json<Session>('/session', { method: 'POST', body: { login, password }, timeout: signInTimeout }),
    readSession: () => json<Session>('/session'),
    /** With the proof of the session that is meant: it may no longer be the one that is shown. */
    signOut: async (csrf: string): Promise<void> => {
      await send('/session', { method: 'DELETE', headers: { 'x-walkaround-csrf': csrf } })
    },
    readSignInHelp: () => json<SignInHelp>('/sign-in-help'),
    readOwnSessions: () => json<OwnSession[]>('/sessions'),
    endOwnSession: (sessionId: string) => remove(`/sessions/${id(sessionId)}`),
    changePassword: async (current: string, password: string): Promise<void> => {
      const body = { current, password }
      await send('/session/password', { method: 'PUT', body, timeout: signInTimeout })
    },
    readBoard: (clientId: string, query: { branch?: string; search?: string }) => {
      const words = new URLSearchParams(
        Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
      ).toString()
      return json<Board>(`${ofClient(clientId)}/board${words === '' ? '' : `?${words}`}`)
    },
    readBlanks: (clientId: string, language: string) =>
      json<Blanks>(`${ofClient(clientId)}/blank-surveys?language=${id(language)}`),
    readSurvey: (clientId: string, surveyId: string, language: string) =>
      json<SurveyPage>(`${ofSurvey(clientId, surveyId)}?language=${id(language)}`),
    explainPackages: (clientId: string, surveyId: string, questionId: string, answerId: string) =>
      json<VariantExplanation[]>(
        `${ofSurvey(clientId, surveyId)}/questions/${id(questionId)}/answers/${id(answerId)}/packages`,
      ),
    postEdits: (clientId: string, surveyId: string, edits: readonly Edit[], device?: string) =>
      json<{ results: EditResult[]; sequence: string }>(`${ofSurvey(clientId, surveyId)}/edits`, {
        method: 'POST',
        body: { edits, ...(device === undefined ? {} : { device }) },
        timeout: 30_000,
      }),
    putMark: (clientId: string, surveyId: string, markId: string, mark: DamageMark) =>
      put(`${ofSurvey(clientId, surveyId)}/damage-marks/${id(markId)}`, mark),
    deleteMark: (clientId: string, surveyId: string, markId: string) =>
      remove(`${ofSurvey(clientId, surveyId)}/damage-marks/${id(markId)}`),
    putSignature: (clientId: string, surveyId: string, signatureId: string, signature: Signature) =>
      put(`${ofSurvey(clientId, surveyId)}/signatures/${id(signatureId)}`, signature),
    deletePhoto: (clientId: string, surveyId: string, photoId: string) =>
      remove(`${ofSurvey(clientId, surveyId)}/photos/${id(photoId)}`),
    deleteVideo: (clientId: string, surveyId: string, videoId: string) =>
      remove(`${ofSurvey(clientId, surveyId)}/videos/${id(videoId)}`),
    putInspection: (clientId: string, inspectionId: string, inspection: NewInspection) =>
      json<BoardCard>(`${ofClient(clientId)}/inspections/${id(inspectionId)}`, {
        method: 'PUT',
        body: inspection,
      }),
    matchInspection: async (clientId: string, inspectionId: string, orderId: string): Promise<void> => {
      await send(ofMatch(clientId, inspectionId), { method: 'POST', body: { orderId } })
    },
    unmatchInspection: (clientId: string, inspectionId: string) => remove(ofMatch(clientId, inspectionId)),
  }
}
