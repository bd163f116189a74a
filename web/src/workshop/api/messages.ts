// The app's requests about messages to owners. Keeps nothing.
import type { NewMessage } from '@walkaround/contract/app/messages.ts'
import { ofSurvey } from './operations.ts'
import type { Requester } from './request.ts'

export type MessageOperations = ReturnType<typeof createMessageOperations>

export function createMessageOperations({ call }: Requester, clientId: string) {
  const of = (surveyId: string) => ofSurvey(clientId, surveyId)
  return {
    options: (surveyId: string) => call('getMessageOptions', of(surveyId)),
    list: (surveyId: string) => call('listSurveyMessages', of(surveyId)),
    preview: (surveyId: string, body: NewMessage, signal?: AbortSignal) =>
      call('previewMessage', of(surveyId), { body, signal }),
    send: (surveyId: string, message_id: string, body: NewMessage) =>
      call('sendResults', { ...of(surveyId), message_id }, { body }),
    resend: (surveyId: string, message_id: string, newMessageId: string) =>
      call('resendMessage', { ...of(surveyId), message_id }, { body: { newMessageId } }),
    withdraw: (surveyId: string, message_id: string) =>
      call('withdrawMessageLink', { ...of(surveyId), message_id }),
    invite: (surveyId: string, recipient: NewMessage['recipient'], contactId?: string) =>
      call('inviteToTelegram', of(surveyId), { body: { recipient, contactId } }),
    questions: (surveyId: string) => call('listQuestions', of(surveyId)),
    previewAnswer: (surveyId: string, question_id: string, text: string) =>
      call('previewAnswer', { ...of(surveyId), question_id }, { body: { text } }),
    outbox: () => call('listOutbox', { system_client_id: clientId }),
  }
}
