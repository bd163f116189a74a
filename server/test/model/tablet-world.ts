// A survey of a drawn template, a tablet that works on it, and everybody else: runs what was drawn over HTTP and compares
// what the tablet shows with what the service says.
import assert from 'node:assert/strict'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditFields, GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import { actTextOf } from '../../../web/src/workshop/store/act.ts'
import { applyEdits } from '../../../web/src/workshop/store/apply-edits.ts'
import { listMissing } from '../../../web/src/workshop/store/conditions.ts'
import { elementsOf, listQuestions } from '../../../web/src/workshop/store/survey-elements.ts'
import type { Change } from '../../../web/src/workshop/store/tables.ts'
import { stampSeen } from '../../../web/src/workshop/store/taps.ts'
import { convertVideoJob } from '../../src/features/videos/convert-video.ts'
import { newId } from '../../src/lib/ids.ts'
import { type Ffmpeg, VideoUnreadable } from '../../src/outside/ffmpeg.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { assertKept } from '../support/kept-surveys.ts'
import { item, putPackage, variant } from '../support/packages.ts'
import { surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { putPhoto, strokes } from '../support/survey-media.ts'
import { begun, fakeVideo, patch } from '../support/uploads.ts'
import type { Act, DrawnAnswer, DrawnVehicle, Event, Round } from './tablet-commands.ts'
import { viewOf } from './tablet-view.ts'

const enc = encodeURIComponent
const NAME = 'Jo Sample'

export interface World {
  client: TestClient
  mine: AppPerson
  others: AppPerson
  surveyId: string
  /** As the tablet read it last. */
  page: SurveyPage
  media: number
}

const customer = {
  category: 'legalEntity',
  name: 'Fleet Ltd',
  email: 'fleet@example.org',
  contactPersons: [
    { id: 'C-1', firstName: 'Ada', lastName: 'Test' },
    { firstName: 'Cleo', lastName: 'Contact', email: 'cleo@example.org' },
  ],
}
const bodyOf = (vehicle: DrawnVehicle) =>
  order({
    currency: 'EUR',
    customer,
    vehicle: { ...vehicle, owner: { category: 'person', lastName: 'Owner' }, driver: { lastName: 'Driver' } },
  })

export async function newWorld(template: TemplateDocument, vehicle: DrawnVehicle): Promise<World> {
  const client = await makeClient({ releaseTypes: ['health'] })
  await useOwnTemplate(client, template)
  await putPackage(client, 'pads', {
    description: 'Pads',
    currency: 'EUR',
    variants: [
      variant(
        'petrol',
        [
          item('1', 10.01),
          item('2', 20, { itemCategory: 'material', discountAmountExVat: 15, discountAmountIncVat: 18 }),
        ],
        {
          fuelTypeApplicabilityList: ['petrol'],
        },
      ),
      variant('any', [item('1', 30)]),
    ],
  })
  await putPackage(client, 'flush', {
    description: 'Flush',
    currency: 'EUR',
    variants: [
      variant('any', [{ itemCategory: 'labour', id: '1', description: 'All of it' }], {
        variantPricingCategory: 'fixedVariantPrice',
        priceExVat: 50,
        priceIncVat: 60,
        labourPriceExVat: 40,
        labourPriceIncVat: 48,
        partsPriceExVat: 10,
        partsPriceIncVat: 12,
      }),
    ],
  })
  const bound = listQuestions(template.contents as never).filter(({ answers }) => answers)
  const instructions = bound.flatMap(({ id: questionId }) => {
    const axle = questionId.startsWith('pad')
    return (axle || questionId === 'fluid' ? ['adv', 'bad'] : []).map((answerId) => ({
      questionId,
      answerId,
      packageIds: axle ? ['pads'] : ['flush'],
    }))
  })
  const assigned = await client.put('/survey-templates/drawn/package-assignment', instructions)
  assert.equal(assigned.statusCode, 204, assigned.body)
  const made = await client.put('/service-orders/1', bodyOf(vehicle))
  assert.equal(made.statusCode, 201, made.body)
  const surveyId = surveyIdOf((await client.get('/service-orders/1')).json())
  const mine = await person(client.id, 'manager', NAME)
  const others = await person(client.id, 'technician', 'Ben Other')
  const world = { client, mine, others, surveyId, page: undefined as never, media: 0 }
  return { ...world, page: await readPage(world) }
}

async function readPage({ mine, surveyId }: Pick<World, 'mine' | 'surveyId'>): Promise<SurveyPage> {
  const response = await mine.get(`/surveys/${enc(surveyId)}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

export async function play(world: World, { acts, meanwhile, minutesAgo }: Round): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const pending: Change[] = []
  for (const act of acts) {
    const seen = applyEdits(world.page, pending, { name: NAME })
    const items = pending.map((change) => ({ change, state: 'device' as const }))
    pending.push(...stampSeen(toChanges(act, seen, at), world.page, items, 0))
  }
  for (const event of meanwhile) {
    await happen(world, event)
    await assertKept(world.client, [world.surveyId], `after ${event.kind}`)
  }
  world.page = await readPage(world)
  compareMissing(world.page)
  const accepted: Change[] = []
  let told = world.page
  for (const change of pending) {
    const laid = applyEdits(world.page, [...accepted, change], { name: NAME })
    const isRefused = await send(world, change)
    if (change.type === 'edit' && change.edit.kind === 'complete') compareCompleting(told, isRefused)
    if (!isRefused) accepted.push(change)
    told = await readPage(world)
    const shown = { ...(isRefused ? applyEdits(world.page, accepted, { name: NAME }) : laid) }
    // What people said before it was completed comes back with the next page alone.
    if (accepted.some((one) => one.type === 'edit' && one.edit.kind === 'reopen')) shown.taps = told.taps
    compare(shown, told, `after ${JSON.stringify(change)}${isRefused ? `, refused: ${isRefused}` : ''}`)
    compareMissing(told)
    await assertKept(world.client, [world.surveyId], `after ${change.type}`)
  }
  world.page = told
}

const edit = (fields: EditFields, at: Date): Change => ({
  type: 'edit',
  edit: { ...fields, id: newId(), at: at.toISOString() },
})

function compare(shown: SurveyPage, told: SurveyPage, when: string): void {
  const now = new Date()
  assert.deepEqual(viewOf(shown, now), viewOf(told, now), `the tablet differs from the service ${when}`)
}

/** What the tablet finds missing on a page as it was told is what the page says itself. */
function compareMissing(page: SurveyPage): void {
  const text = (missing: SurveyPage['missing']) =>
    missing.map(({ questionId, what }) => `${questionId} ${what}`).sort()
  assert.deepEqual(
    text(listMissing(page)),
    text(page.missing),
    `the tablet misses other things than the service, with the videos ${JSON.stringify(page.videos.map(({ questionId, state }) => [questionId, state]))}`,
  )
}

function compareCompleting(page: SurveyPage, refusal: string | undefined): void {
  const isOpen = !page.survey.completed && !page.survey.closed
  assert.equal(refusal === undefined, isOpen && listMissing(page).length === 0, `completing: ${refusal}`)
}

function toGiven({ questionId, said, comment }: DrawnAnswer): GivenAnswer {
  const more = comment === undefined ? {} : { comment }
  if ('answerId' in said) return { questionId, answerId: said.answerId, ...more }
  if ('value' in said) return { questionId, value: said.value, ...more }
  const { words, id, status } = said
  return { questionId, custom: true, answerId: id, value: words, ...(status ? { status } : {}), ...more }
}

/** A number outside of bands is entered under an id of its own, as the app does it. */
function asTheAppGives(given: GivenAnswer, page: SurveyPage): GivenAnswer {
  const question = listQuestions(elementsOf(page)).find(({ id }) => id === given.questionId)
  if (given.answerId !== undefined || question?.clientSettings?.bounds) return given
  return { ...given, custom: true, answerId: newId() }
}

function toChanges(act: Act, page: SurveyPage, at: Date): Change[] {
  const quoteAt = (which: number) => page.quotes[which % Math.max(1, page.quotes.length)]?.id ?? 'none'
  switch (act.kind) {
    case 'answers':
      return [
        edit({ kind: 'answers', answers: act.given.map((one) => asTheAppGives(toGiven(one), page)) }, at),
      ]
    case 'quote': {
      const { quoteId, questionId, answerId, packageId, variantId, amount, isPackage } = act
      const quote = {
        category: 'quote' as const,
        questionId,
        answerId,
        currency: 'EUR',
        description: 'Own work',
        contents: [{ itemCategory: 'labour' as const, amountExVat: amount, amountIncVat: amount }],
        ...(isPackage ? { packageId, variantId } : {}),
      }
      return [edit({ kind: 'quote', quoteId, quote }, at)]
    }
    case 'decision': {
      const { which, kind: _, ...rest } = act
      return [edit({ kind: 'decision', quoteId: quoteAt(which), ...rest }, at)]
    }
    case 'removeDecision':
      return [edit({ kind: 'removeDecision', quoteId: quoteAt(act.which) }, at)]
    case 'reopen':
      return [edit({ kind: 'reopen', reason: 'forgotten' }, at)]
    case 'mark':
      return act.isGone
        ? [{ type: 'deleteMark', markId: act.markId }]
        : [{ type: 'putMark', markId: act.markId, mark: { kind: 'scratch', x: act.x, y: 100 } }]
    case 'sign': {
      const shown = actTextOf(page)
      const signature: Signature = {
        role: 'customer',
        strokes,
        questionId: act.questionId,
        ...(shown ? { shown } : {}),
      }
      return [{ type: 'putSignature', signatureId: newId(), signature }]
    }
    case 'movePhoto': {
      const questions = listQuestions(elementsOf(page))
      const [photo] = questions.flatMap(({ photos = [] }) => photos)
      const questionId = questions[act.which % Math.max(1, questions.length)]?.id
      return photo && questionId !== undefined
        ? [{ type: 'movePhoto', photoId: photo.id, place: { questionId } }]
        : []
    }
    case 'deletePhoto': {
      const [photo] = listQuestions(elementsOf(page)).flatMap(({ photos = [] }) => photos)
      return photo ? [{ type: 'deletePhoto', photoId: photo.id }] : []
    }
    case 'deleteVideo':
      return page.videos[0] ? [{ type: 'deleteVideo', videoId: page.videos[0].id }] : []
    default:
      return [edit(JSON.parse(JSON.stringify(act)), at)]
  }
}

/** Why it was refused; undefined when it was not. */
async function send({ mine, surveyId }: World, change: Change): Promise<string | undefined> {
  const path = `/surveys/${enc(surveyId)}`
  if (change.type === 'edit') {
    const response = await mine.post(`${path}/edits`, { edits: [change.edit] })
    if (response.statusCode !== 200) return response.body
    const [result] = response.json().results
    return result.state === 'refused' ? `${result.errorCode} ${result.errorInfo}` : undefined
  }
  const response = await (() => {
    switch (change.type) {
      case 'putMark':
        return mine.call('PUT', `${path}/damage-marks/${change.markId}`, change.mark)
      case 'deleteMark':
        return mine.call('DELETE', `${path}/damage-marks/${change.markId}`)
      case 'putSignature':
        return mine.call('PUT', `${path}/signatures/${change.signatureId}`, change.signature)
      case 'movePhoto': {
        const { questionId = '' } = change.place
        return mine.call('PUT', `${path}/photos/${change.photoId}/place?question_id=${enc(questionId)}`)
      }
      case 'deletePhoto':
        return mine.call('DELETE', `${path}/photos/${change.photoId}`)
      case 'putMarkup':
        return mine.call('PUT', `${path}/photos/${change.photoId}/markup`, change.markup)
      case 'deleteVideo':
        return mine.call('DELETE', `${path}/videos/${change.videoId}`)
      case 'putInspection':
      case 'putAnswer':
      case 'putPartRequest':
      case 'deletePartRequest':
      case 'putPlan':
      case 'putNote':
      case 'putNotesRead':
      case 'putInboxRead':
        throw new Error('is not drawn')
    }
  })()
  // A thing that is gone already needs no removal.
  const isGone = change.type.startsWith('delete') && response.statusCode === 404
  return response.statusCode < 400 || isGone ? undefined : response.body
}

async function happen(world: World, event: Event): Promise<void> {
  const { client, others, surveyId } = world
  const place = { client, surveyId }
  const sendOthers = async (fields: EditFields, minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const response = await others.post(`/surveys/${enc(surveyId)}/edits`, {
      edits: [{ ...fields, id: newId(), at }],
      device: 'other',
    })
    assert.equal(response.statusCode, 200, response.body)
  }
  switch (event.kind) {
    case 'others': {
      const seen = event.isSeen
        ? (await readPage(world)).taps.flatMap(({ versions }) => versions.map(({ version }) => version))
        : []
      const given = { ...asTheAppGives(toGiven(event.given), world.page), seen: seen.slice(-50) }
      return sendOthers({ kind: 'answers', answers: [given] }, event.minutesAgo)
    }
    case 'othersClear':
      return sendOthers({ kind: 'clear', questionId: event.questionId, seen: [] }, event.minutesAgo)
    case 'photo': {
      await putPhoto(client, surveyId, `photo-${++world.media}`, `?question_id=${event.questionId}`)
      return
    }
    case 'video':
      return film(world, place, event)
    case 'order': {
      const response = await client.put('/service-orders/1', bodyOf(event.vehicle))
      assert.equal(response.statusCode, 204, response.body)
    }
  }
}

async function film(
  world: World,
  place: { client: TestClient; surveyId: string },
  { questionId, becomes }: Extract<Event, { kind: 'video' }>,
): Promise<void> {
  // An upload is begun while answers are open.
  if (world.page.survey.completed || (await readPage(world)).survey.completed) return
  const id = `video-${++world.media}`
  const bytes = fakeVideo()
  const location = await begun(place, bytes.length, { kind: 'video', id, question_id: questionId })
  if (becomes === 'begun') return
  const sent = await patch(place, location, 0, bytes)
  assert.equal(sent.statusCode, 204, sent.body)
  if (becomes !== 'waiting') await convert(place, id, becomes)
}

/** The converter alone is played: it does not know the film, or it is not there. */
async function convert(
  { client, surveyId }: { client: TestClient; surveyId: string },
  videoId: string,
  becomes: 'original' | 'failed',
): Promise<void> {
  const { database, media } = await testApp()
  const unreadable = () => Promise.reject(new VideoUnreadable('it cannot be read'))
  const ffmpeg: Ffmpeg = {
    findVersion: async () => (becomes === 'original' ? undefined : '7'),
    probe: unreadable,
    convert: unreadable,
    makePoster: unreadable,
  }
  const kind = convertVideoJob({ database, media, ffmpeg, clock: () => new Date() })
  await kind.work({
    clientId: client.id,
    id: newId(),
    kind: 'video.convert',
    payload: { surveyId, videoId },
    attempt: 1,
    signal: new AbortController().signal,
  } as never)
}
