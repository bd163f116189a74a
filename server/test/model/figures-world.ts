// A sandbox with a few branches, whose cars come, are checked, offered work, sent results, decided about, sold and changed at random.
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { markWatched } from '../../src/features/owner-links/owner-links.ts'
import { reopenSurvey } from '../../src/features/surveys/complete-survey.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, type NewEdit, send } from '../support/edits.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import { usePartsStep } from '../support/parts.ts'
import { startPost, type TestPost } from '../support/post.ts'
import { complete, inClientOf, smallQuestion, useOwnTemplate } from '../support/scenes.ts'

export const questionIds = ['q.padFL', 'q.padFR', 'q.glass', 'q.wipers'] as const
const grades = ['green', 'amber', 'red'] as const
export const branches = ['B1', 'B2', 'B3'] as const
const currencies = ['EUR', 'EUR', 'EUR', 'CHF', undefined]
const advisors = [
  { id: 'SA-1', firstName: 'Ada', lastName: 'Advisor' },
  { id: 'SA-2', firstName: 'Ben', lastName: 'Büro' },
  undefined,
]
export const technicians = ['Tim Technik', 'Eva Example'] as const

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    isOneOf: (count: number) => below(count) === 0,
    from: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  }
}

interface Car {
  id: string
  surveyId: string
  body: Record<string, unknown>
}

export interface FigureWorld {
  client: TestClient
  people: AppPerson[]
  post: TestPost
  cars: Car[]
  /** Plays one more order, and something with an earlier one. */
  play(): Promise<void>
}

export async function newFigureWorld(seed: number, cars: number): Promise<FigureWorld> {
  const client = await makeClient({ isSandbox: true, releaseTypes: ['VC'], timeZone: 'Europe/Berlin' })
  const answers = grades.map((status) => ({ id: status, value: status, status }))
  await useOwnTemplate(client, {
    surveyType: 'VC',
    contents: questionIds.map((id) => ({ ...smallQuestion, id, answers })),
  })
  const variants = [variant('v', [item('1', 100.35)]), variant('w', [item('1', 212.07)])]
  await putPackage(client, 'pads', simplePackage({ variants }))
  const bound = await client.put(
    '/survey-templates/small/package-assignment',
    ['q.padFL', 'q.padFR'].flatMap((questionId) =>
      ['red', 'amber'].map((answerId) => ({ questionId, answerId, packageIds: ['pads'] })),
    ),
  )
  assert.equal(bound.statusCode, 204, bound.body)
  await usePartsStep(client)
  const people = [
    await person(client.id, 'technician', technicians[0]),
    await person(client.id, 'advisor', technicians[1]),
  ]
  const world = { client, people, post: await startPost(client), cars: [] as Car[] }
  const random = dice(seed)
  const vehicles = Math.ceil(cars / 4)
  return { ...world, play: () => play(world, random, vehicles) }
}

type Random = ReturnType<typeof dice>
type World = Omit<FigureWorld, 'play'>

const put = async ({ client }: World, car: Pick<Car, 'id' | 'body'>) => {
  const response = await client.put(`/service-orders/${car.id}`, order(car.body))
  assert.ok(response.statusCode < 300, response.body)
}

/** Over ten weeks, some near midnight and some without a time. */
function plannedStart(random: Random): string | undefined {
  const date = new Date(Date.UTC(2026, 8, 1 + random.below(70))).toISOString().slice(0, 10)
  if (random.isOneOf(6)) return date
  return `${date}T${random.from(['08:00:00', '23:30:00', '00:10:00', '22:15:00'])}${random.from(['', 'Z', '+02:00'])}`
}

async function play(world: World, random: Random, vehicles: number): Promise<void> {
  const { client, cars } = world
  const currency = random.from(currencies)
  const number = random.below(vehicles)
  const body = {
    externalBranchId: random.from(branches),
    ...(currency ? { currency } : {}),
    plannedStartTimestamp: plannedStart(random),
    serviceAdvisor: random.from(advisors),
    customer: { category: 'person', lastName: `Owner ${number}`, email: `owner${number}@example.org` },
    vehicle: { numberPlate: `F ${number}` },
  }
  const id = `F${cars.length + 1}`
  await put(world, { id, body })
  const { surveys } = (await client.get(`/service-orders/${id}`)).json()
  const car: Car = { id, surveyId: surveys[0].id, body }
  cars.push(car)
  await check(world, random, car)
  if (random.isOneOf(2)) await sell(world, random, car, random.isOneOf(3) ? random.from(cars) : car)
  if (random.isOneOf(2)) await change(world, random, random.from(cars))
}

async function check(world: World, random: Random, { surveyId }: Car): Promise<void> {
  if (random.isOneOf(6)) return
  const { client } = world
  const me = random.from(world.people)
  const edit = (...edits: NewEdit[]) => send({ me, surveyId }, ...edits)
  let at = Date.now() - 3_600_000
  for (const questionId of questionIds) {
    if (random.isOneOf(8)) continue
    at += 1_000 * (2 + random.below(random.isOneOf(5) ? 900 : 90))
    await edit({
      ...answer(questionId, random.from([...grades, 'red', 'amber'])),
      at: new Date(at).toISOString(),
    })
    if (random.isOneOf(2))
      await edit({
        kind: 'variant',
        questionId,
        answerId: random.from(['red', 'amber']),
        packageId: 'pads',
        variantId: random.from(['v', 'w']),
        selected: true,
      })
  }
  if (random.isOneOf(3))
    await client.put(`/surveys/${surveyId}/quotes/own`, {
      category: 'quote',
      currency: random.from(['EUR', 'CHF']),
      description: 'Our price',
      questionId: 'q.glass',
      answerId: 'red',
      contents: [{ itemCategory: 'labour', amountExVat: 49.99, amountIncVat: 59.49 }],
    })
  if (random.isOneOf(3)) await askForParts(client, me, surveyId, random)
  const isFilmed = random.isOneOf(3)
  if (isFilmed) await film(client, surveyId, random)
  if (random.isOneOf(7)) return
  await complete(client, surveyId)
  if (random.isOneOf(5)) await offerLater(client, surveyId, random)
  if (random.isOneOf(4)) return
  await client.post(`/sandbox/surveys/${surveyId}/simulate-send`, {})
  await world.post.drain()
  if (random.isOneOf(2)) await watch(client, surveyId)
  if (random.isOneOf(3)) return
  const decision = random.from(['approve', 'defer', 'decline'])
  await client.post(`/sandbox/surveys/${surveyId}/simulate-decide`, { all: decision })
  if (random.isOneOf(2))
    await client.post(`/sandbox/surveys/${surveyId}/simulate-feedback`, { stars: 1 + random.below(5) })
}

/** Asked some minutes ago, and mostly answered. */
async function askForParts(
  client: TestClient,
  me: AppPerson,
  surveyId: string,
  random: Random,
): Promise<void> {
  const { database } = await testApp()
  const path = `/surveys/${surveyId}/part-requests/q.padFL`
  const asked = await me.put(path, { tap: 'asked' })
  assert.equal(asked.statusCode, 204, asked.body)
  await database.run(sql`
    update part_requests set first_requested_at = first_requested_at - make_interval(secs => ${1 + random.below(1_800)})
    where system_client_id = ${client.id} and survey_id = ${surveyId}`)
  if (random.isOneOf(4)) return
  const answered = await client.put(`${path}/reply`, { revision: 1, outcome: 'unavailable' })
  assert.equal(answered.statusCode, 200, answered.body)
}

/** A row instead of a film: figures read no more of it. */
async function film({ id: clientId }: TestClient, surveyId: string, random: Random): Promise<void> {
  const { database } = await testApp()
  const state = random.from(['ready', 'ready', 'ready', 'failed'])
  await database.run(sql`
    insert into videos (system_client_id, survey_id, id, state, source, source_type, source_bytes, cleaned, created_at)
    values (${clientId}, ${surveyId}, 'film', ${state}, 'film', 'video/mp4', 1, ${!random.isOneOf(6)}, now())`)
}

/** Whether there is anything to watch is for the figures to know. */
async function watch(client: TestClient, surveyId: string): Promise<void> {
  const { database } = await testApp()
  const link = await database.row<{ id: string }>(sql`
    select id from owner_links where system_client_id = ${client.id} and survey_id = ${surveyId} and token_hash is not null`)
  if (link) await inClientOf(client, (scope) => markWatched(scope, { id: link.id, surveyId }, 'film'))
}

/** Some minutes after the check, which for that was completed earlier. */
async function offerLater(client: TestClient, surveyId: string, random: Random): Promise<void> {
  const { database } = await testApp()
  await database.run(sql`
    update surveys set completed_at = completed_at - make_interval(secs => ${1 + random.below(1_800)})
    where system_client_id = ${client.id} and id = ${surveyId}`)
  const response = await client.put(`/surveys/${surveyId}/quotes/later`, {
    category: 'quote',
    currency: 'EUR',
    description: 'Wipers',
    questionId: 'q.wipers',
    answerId: 'red',
    contents: [{ itemCategory: 'material', amountExVat: 20.01, amountIncVat: 23.81 }],
  })
  assert.equal(response.statusCode, 201, response.body)
}

async function sell(world: World, random: Random, car: Car, from: Car): Promise<void> {
  const currency = (car.body.currency as string | undefined) ?? 'EUR'
  const line = {
    id: '1',
    itemCategory: 'labour',
    quantity: 1,
    amountExVat: 100.35,
    amountIncVat: 119.42,
    healthSurveyId: from.surveyId,
    healthAnswerId: random.from(['red', 'amber']),
    ...(random.isOneOf(2) ? { healthPackageId: 'pads', healthVariantId: random.from(['v', 'w']) } : {}),
    ...(random.isOneOf(5) ? {} : { soldQuantity: 1, soldAmountExVat: 99.99, soldAmountIncVat: 118.99 }),
  }
  Object.assign(car.body, { currency, contents: [line] })
  await put(world, car)
}

/** Something that moves an order, or takes back what happened to it. */
async function change(world: World, random: Random, car: Car): Promise<void> {
  const { client } = world
  switch (random.below(8)) {
    case 0:
      Object.assign(car.body, { rejected: car.body.rejected !== true })
      return put(world, car)
    case 1:
      Object.assign(car.body, { externalBranchId: random.from(branches) })
      return put(world, car)
    case 2:
      Object.assign(car.body, { plannedStartTimestamp: plannedStart(random) })
      return put(world, car)
    case 3:
      Object.assign(car.body, { vehicle: { numberPlate: `F ${random.below(5)}` } })
      return put(world, car)
    case 4:
      Object.assign(car.body, { contents: [] })
      return put(world, car)
    case 5:
      return inClientOf(client, (scope) => reopenSurvey(scope, car.surveyId, 'again')).catch(() => {})
    case 6:
      await client.delete(`/surveys/${car.surveyId}/quotes/own`)
      return
    default:
      await complete(client, car.surveyId).catch(() => {})
  }
}
