// Changes of one survey that wait, were sent, or were refused.
import type { Store } from './database.ts'
import type { OutboxItem } from './tables.ts'

/** In the order they were done. */
export function listOfSurvey(store: Store, clientId: string, surveyId: string): Promise<OutboxItem[]> {
  return store.outbox.where({ clientId, surveyId }).sortBy('seq')
}
