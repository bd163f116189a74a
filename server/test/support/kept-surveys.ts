// Compares what the service sends of surveys, which it may have kept, with what it would compose just now.
import assert from 'node:assert/strict'
import { getSurveyJson } from '../../src/features/surveys/read-surveys.ts'
import type { TestClient } from './api.ts'
import { inClientOf } from './scenes.ts'

/** Returns what they are now. */
export async function assertKept(
  client: TestClient,
  surveyIds: Iterable<string>,
  when = '',
): Promise<string> {
  const all: string[] = []
  for (const surveyId of surveyIds) {
    const sent = await client.get(`/surveys/${encodeURIComponent(surveyId)}`)
    const composed = await inClientOf(client, (scope) => getSurveyJson(scope, surveyId))
    assert.equal(sent.body, composed, `what is sent of survey ${surveyId} differs from what it is ${when}`)
    all.push(composed)
  }
  return all.join('\n')
}
