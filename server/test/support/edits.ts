// A survey at hand, and people who send edits of it.
import assert from 'node:assert/strict'
import type { EditFields, EditResult } from '@walkaround/contract/app/edits.ts'
import { newId } from '../../src/lib/ids.ts'
import { makeClient, order, type TestClient } from './api.ts'
import { type AppPerson, person } from './app.ts'

export const customer = {
  category: 'person',
  id: 'P-1',
  firstName: 'Ada',
  lastName: 'Test',
  email: 'old@example.org',
}
const owner = { category: 'legalEntity', name: 'Fleet Ltd', mobilePhone: '1' }
export const vehicle = { vin: 'ZZZ1A2B35PX000001', owner, driver: { lastName: 'Driver' } }

export interface Place {
  client: TestClient
  me: AppPerson
  surveyId: string
  types: Record<string, string>
}

export async function makePlace(
  role: Parameters<typeof person>[1] = 'advisor',
  name?: string,
): Promise<Place> {
  const client = await makeClient({ releaseTypes: ['health', 'VC', 'QC'] })
  const me = await person(client.id, role, name)
  const body = order({
    customer,
    vehicle,
    serviceAdvisor: { id: 'SA-3', firstName: 'Jo', lastName: 'Sample' },
  })
  await client.put('/service-orders/1', body)
  const { surveys } = (await client.get('/service-orders/1')).json()
  const types = Object.fromEntries(
    surveys.map(({ id, surveyType }: { id: string; surveyType: string }) => [surveyType, id]),
  )
  return { client, me, surveyId: types.health as string, types }
}

export type NewEdit = EditFields & { id?: string; at?: string }

export async function send(
  place: Pick<Place, 'me' | 'surveyId'>,
  ...edits: NewEdit[]
): Promise<EditResult[]> {
  const response = await place.me.post(`/surveys/${encodeURIComponent(place.surveyId)}/edits`, {
    edits: edits.map((edit) => ({ id: newId(), ...edit })),
  })
  assert.equal(response.statusCode, 200, response.body)
  assert.match(response.json().sequence, /^\d+$/)
  return response.json().results
}

export const states = (results: EditResult[]) => results.map(({ state, errorCode }) => errorCode ?? state)

export const readSurvey = async ({ client, surveyId }: Pick<Place, 'client' | 'surveyId'>) =>
  (await client.get(`/surveys/${surveyId}`)).json()

export interface Shown {
  id: string
  custom?: boolean
  selected?: boolean
  value?: string
  comment?: string
  status?: string
  unitOfMeasurement?: string
}

export async function answersOf(
  place: Pick<Place, 'client' | 'surveyId'>,
  questionId: string,
): Promise<Shown[]> {
  const { contents } = await readSurvey(place)
  const questions = contents.flatMap((section: { contents: unknown[] }) => section.contents)
  return questions.find(({ id }: { id: string }) => id === questionId).answers
}

export const selected = async (place: Pick<Place, 'client' | 'surveyId'>, questionId: string) =>
  (await answersOf(place, questionId)).filter((answer) => answer.selected)

export const answer = (questionId: string, answerId: string, more = {}): NewEdit => ({
  kind: 'answers',
  answers: [{ questionId, answerId, ...more }],
})
