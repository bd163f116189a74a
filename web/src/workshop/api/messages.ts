// The operations of /app on messages to owners. Knows paths, keeps nothing.
import type {
  Message,
  MessageOptions,
  MessagePreview,
  NewMessage,
} from '@walkaround/contract/app/messages.ts'
import { paths } from './operations.ts'
import type { Requester } from './request.ts'

export type MessageOperations = ReturnType<typeof createMessageOperations>

export function createMessageOperations({ send, json }: Requester, clientId: string) {
  const ofSurvey = (surveyId: string) => paths.ofSurvey(clientId, surveyId)
  const ofMessage = (surveyId: string, messageId: string) =>
    `${ofSurvey(surveyId)}/messages/${encodeURIComponent(messageId)}`
  return {
    options: (surveyId: string) => json<MessageOptions>(`${ofSurvey(surveyId)}/message-options`),
    list: (surveyId: string) => json<Message[]>(`${ofSurvey(surveyId)}/messages`),
    preview: (surveyId: string, message: NewMessage, signal?: AbortSignal) =>
      json<MessagePreview>(`${ofSurvey(surveyId)}/message-preview`, {
        method: 'POST',
        body: message,
        ...(signal ? { signal } : {}),
      }),
    send: (surveyId: string, messageId: string, message: NewMessage) =>
      json<Message>(ofMessage(surveyId, messageId), { method: 'PUT', body: message }),
    resend: (surveyId: string, messageId: string, newMessageId: string) =>
      json<Message>(`${ofMessage(surveyId, messageId)}/resend`, { method: 'POST', body: { newMessageId } }),
    withdraw: async (surveyId: string, messageId: string): Promise<void> => {
      await send(`${ofMessage(surveyId, messageId)}/link`, { method: 'DELETE' })
    },
    invite: (surveyId: string, recipient: NewMessage['recipient'], contactId?: string) =>
      json<{ url: string }>(`${ofSurvey(surveyId)}/telegram-invitation`, {
        method: 'POST',
        body: { recipient, ...(contactId === undefined ? {} : { contactId }) },
      }),
    outbox: () => json<Message[]>(`${paths.ofClient(clientId)}/outbox`),
  }
}
