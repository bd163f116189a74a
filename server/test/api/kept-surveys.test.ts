// A survey that was composed before is sent again while nothing has changed. After every kind of change that operations of the DMS
// and of the app can make, and after those of administrators, what is sent is what would be composed just now.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editKinds } from '@walkaround/contract/app/edits.ts'
import { operations as appOperations } from '@walkaround/contract/app/operations.ts'
import { operations as dmsOperations } from '@walkaround/contract/dms/operations.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { Db } from '../../src/db/sql.ts'
import { changeClient } from '../../src/features/administration/change-client.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { decideVariant } from '../../src/features/quotes/decide-variant.ts'
import { packageQuoteId } from '../../src/features/quotes/select-variant.ts'
import { getSurveyBytes } from '../../src/features/surveys/kept-surveys.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { setBranch } from '../../src/organisation/branches.ts'
import { addSite } from '../../src/organisation/sites.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person, sendJsonFile } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { type NewEdit, send, states } from '../support/edits.ts'
import { assertKept } from '../support/kept-surveys.ts'
import { priceList, putPrices, simplePackage } from '../support/packages.ts'
import { inClientOf, putOrder, smallQuestion, smallTemplate, surveyIdOf } from '../support/scenes.ts'
import { onApp, putMark, putPhoto, putSignature } from '../support/survey-media.ts'
import { begun, call, fakeVideo, makePhoto, patch } from '../support/uploads.ts'

const template = smallTemplate({
  contents: [
    { ...smallQuestion, questionCategory: 'valueSelectionOrEntry', photosAllowed: true, videoAllowed: true },
    {
      ...smallQuestion,
      id: 'roof',
      clientSettings: { visibleIf: { field: 'fuelType', in: ['petrol'] }, tyre: true },
    },
  ],
})
const offer = { questionId: 'glass', answerId: 'bad', packageId: 'p', variantId: 'v' }
const customer = { category: 'person', id: 'P-1', lastName: 'Test', email: 'old@example.org' }
const orderOf = (more: object = {}) => ({
  currency: 'EUR',
  customer,
  vehicle: { fuelType: 'petrol' },
  ...more,
})
const quote = (more: object = {}) => ({
  category: 'quote',
  questionId: 'glass',
  answerId: 'bad',
  currency: 'EUR',
  contents: [{ itemCategory: 'labour', amountExVat: 1, amountIncVat: 2 }],
  ...more,
})

interface Scene {
  client: TestClient
  me: AppPerson
  surveyId: string
  /** By the order or lead they belong to: all of them are read after every step. */
  surveys: Map<string, string>
  answerId: string
  upload: string
}

async function makeScene(): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['health'], language: 'en' })
  await inClientOf(client, async (scope) => {
    await importTemplate(scope, { ...template, ...german })
    await useTemplate(scope, { surveyType: 'health', template: 'small' })
    await addSite(scope, { clientId: client.id, id: 'other', name: 'Other' })
  })
  const surveyId = surveyIdOf(await putOrder(client, orderOf()))
  const me = await person(client.id, 'manager')
  return { client, me, surveyId, surveys: new Map([['order', surveyId]]), answerId: '', upload: '' }
}

const german = { texts: { de: { glass: 'Scheiben' } } }

function accepted(response: LightMyRequestResponse): void {
  assert.ok(response.statusCode < 300, response.body)
}

async function edit(scene: Scene, fields: NewEdit): Promise<void> {
  assert.deepEqual(states(await send(scene, fields)), ['applied'])
}

type Step = (scene: Scene) => Promise<unknown>
/** An operation or `edit <kind>`, or words; what it does; whether surveys show it. */
type Steps = [name: string, step: Step, isShown: boolean][]

const answers = (path = '') => `/questions/glass/answers${path}`
const at = ({ surveyId }: Scene, rest: string) => `/surveys/${surveyId}${rest}`

const steps: Steps = [
  ['putServiceOrder', (s) => putOrder(s.client, orderOf({ description: 'Noise' })), true],
  [
    'the vehicle decides what is visible',
    (s) => putOrder(s.client, orderOf({ vehicle: { fuelType: 'diesel' } })),
    true,
  ],
  [
    'putWorkPlan',
    async (s) =>
      accepted(await s.client.put('/service-orders/1/work-plan', { technician: { lastName: 'Planned' } })),
    false,
  ],
  [
    'putCardPlan',
    async (s) => accepted(await s.me.put('/cards/order%2F1/work-plan', { technician: { id: s.me.login } })),
    false,
  ],
  ['another order', (s) => putOrder(s.client, orderOf(), 'other'), false],
  ['putPackage', async (s) => accepted(await s.client.put('/packages/p', simplePackage())), false],
  [
    'putPackageAssignment',
    async (s) =>
      accepted(
        await s.client.put('/survey-templates/small/package-assignment', [
          { questionId: 'glass', answerId: 'bad', packageIds: ['p'] },
        ]),
      ),
    true,
  ],
  ['putPackagePrices', (s) => putPrices(s.client, 'p', priceList({ 1: 12 })), true],
  [
    'importPackageFile',
    async (s) =>
      accepted(
        await sendJsonFile(s.me, s.client.id, '/package-files', [
          { ...simplePackage(), id: 'p', description: 'From a file' },
        ]),
      ),
    true,
  ],
  [
    'importTemplateFile',
    async (s) =>
      accepted(
        await sendJsonFile(s.me, s.client.id, '/template-files', { ...template, ...german, text: 'Next' }),
      ),
    // A survey keeps the version that it was made from.
    false,
  ],
  [
    'addAnswer',
    async (s) => {
      const made = await s.client.post(at(s, answers()), { value: 'A crack', status: 'red' })
      accepted(made)
      s.answerId = String(made.headers.location).split('/').at(-1) ?? ''
    },
    true,
  ],
  [
    'putAnswer',
    async (s) => accepted(await s.client.put(at(s, answers(`/${s.answerId}`)), { value: 'No' })),
    true,
  ],
  ['deleteAnswer', async (s) => accepted(await s.client.delete(at(s, answers(`/${s.answerId}`)))), true],
  ['edit start', (s) => edit(s, { kind: 'start' }), true],
  [
    'edit answers',
    (s) => edit(s, { kind: 'answers', answers: [{ questionId: 'glass', answerId: 'bad' }] }),
    true,
  ],
  ['edit clear', (s) => edit(s, { kind: 'clear', questionId: 'glass' }), true],
  ['edit tyre', (s) => edit(s, { kind: 'tyre', questionId: 'roof', inner: '4.5', dot: '2319' }), false],
  ['edit actLanguage', (s) => edit(s, { kind: 'actLanguage', language: 'de' }), false],
  [
    'postEdits',
    (s) => edit(s, { kind: 'answers', answers: [{ questionId: 'glass', answerId: 'bad' }] }),
    true,
  ],
  ['edit variant', (s) => edit(s, { kind: 'variant', ...offer }), true],
  [
    'edit decision',
    (s) => edit(s, { kind: 'decision', quoteId: packageQuoteId(offer), approvalStatus: 'approved' }),
    true,
  ],
  ['edit removeDecision', (s) => edit(s, { kind: 'removeDecision', quoteId: packageQuoteId(offer) }), true],
  [
    'the decision of an owner',
    (s) =>
      inClientOf(s.client, (scope) =>
        decideVariant(scope, s.surveyId, packageQuoteId(offer), {
          approvalStatus: 'deferred',
          deferralDate: '2027-01-01T00:00:00Z',
        }),
      ),
    true,
  ],
  ['putQuote', async (s) => accepted(await s.client.put(at(s, '/quotes/q1'), quote())), false],
  [
    'a quote takes the place of a package',
    async (s) => accepted(await s.client.put(at(s, '/quotes/q1'), quote({ packageId: 'p', variantId: 'v' }))),
    true,
  ],
  ['deleteQuote', async (s) => accepted(await s.client.delete(at(s, '/quotes/q1'))), true],
  ['edit quote', (s) => edit(s, { kind: 'quote', quoteId: 'q2', quote: quote() as never }), false],
  ['edit removeQuote', (s) => edit(s, { kind: 'removeQuote', quoteId: 'q2' }), false],
  ['a variant is deselected', (s) => edit(s, { kind: 'variant', ...offer, selected: false }), true],
  ['edit contact', (s) => edit(s, { kind: 'contact', partner: 'customer', email: 'new@example.org' }), true],
  ['putPhoto', async (s) => accepted(await putPhoto(s.client, s.surveyId, 'p1', '?question_id=glass')), true],
  [
    'putPhotoMarkup',
    async (s) =>
      accepted(await onApp(s.client, 'PUT', at(s, '/photos/p1/markup'), { version: 'v1', shapes: [] })),
    false,
  ],
  [
    'movePhoto',
    async (s) => accepted(await onApp(s.client, 'PUT', at(s, '/photos/p1/place?question_id=roof'))),
    true,
  ],
  ['deletePhoto', async (s) => accepted(await onApp(s.client, 'DELETE', at(s, '/photos/p1'))), true],
  [
    'addUpload',
    async (s) => {
      s.upload = await begun(s, (await makePhoto()).length, { kind: 'photo', id: 'p2', question_id: 'glass' })
    },
    false,
  ],
  ['patchUpload', async (s) => accepted(await patch(s, s.upload, 0, await makePhoto())), true],
  [
    'deleteUpload',
    async (s) => accepted(await call(s, 'DELETE', await begun(s, 100, { kind: 'photo', id: 'p3' }))),
    false,
  ],
  [
    'a video arrives',
    async (s) => {
      const bytes = fakeVideo()
      const upload = await begun(s, bytes.length, { kind: 'video', id: 'v1', question_id: 'glass' })
      accepted(await patch(s, upload, 0, bytes))
    },
    false,
  ],
  ['deleteVideo', async (s) => accepted(await onApp(s.client, 'DELETE', at(s, '/videos/v1'))), false],
  ['putDamageMark', async (s) => accepted(await putMark(s.client, s.surveyId, 'm1')), false],
  [
    'a photo of a mark',
    async (s) => accepted(await putPhoto(s.client, s.surveyId, 'p4', '?mark_id=m1')),
    true,
  ],
  [
    'deleteDamageMark',
    async (s) => accepted(await onApp(s.client, 'DELETE', at(s, '/damage-marks/m1'))),
    false,
  ],
  ['putSignature', async (s) => accepted(await putSignature(s.client, s.surveyId, 's1')), false],
  ['addActCopy', async (s) => accepted(await onApp(s.client, 'POST', at(s, '/act-copies'))), false],
  [
    'withdrawActCopy',
    async (s) => {
      const made = await onApp(s.client, 'POST', at(s, '/act-copies'))
      accepted(await onApp(s.client, 'DELETE', at(s, `/act-copies/${made.json().id}`)))
    },
    false,
  ],
  [
    'another language',
    (s) => asSystem((scope) => changeClient(scope, { clientId: s.client.id, changes: { language: 'de' } })),
    true,
  ],
  [
    'a new version of the template',
    (s) => inClientOf(s.client, (scope) => importTemplate(scope, { ...template, text: 'New' })),
    false,
  ],
  [
    'what the other site offers',
    async (s) =>
      accepted(
        await s.client.put('/survey-templates/small/package-assignment', [
          { questionId: 'glass', answerId: 'ok', packageIds: ['p'], siteId: 'other' },
        ]),
      ),
    false,
  ],
  [
    'a branch moves to another site',
    (s) =>
      asSystem((scope) =>
        setBranch(scope, { clientId: s.client.id, id: 'B1', changes: { siteId: 'other' } }),
      ),
    true,
  ],
  [
    'putLead',
    async (s) => {
      accepted(
        await s.client.put('/leads/1', { externalBranchId: 'B1', reviewSurveyRelease: true, customer }),
      )
      s.surveys.set('lead', (await s.client.get('/leads/1')).json().surveys[0].id)
    },
    true,
  ],
  [
    'a lead changes',
    async (s) =>
      accepted(
        await s.client.put('/leads/1', {
          externalBranchId: 'B1',
          reviewSurveyRelease: true,
          customer,
          description: 'Later',
        }),
      ),
    true,
  ],
  ['putDeal', async (s) => accepted(await s.client.put('/leads/1/deals/1', { status: 'open' })), false],
  ['deleteDeal', async (s) => accepted(await s.client.delete('/leads/1/deals/1')), false],
  [
    'putInspection',
    async (s) => {
      const begun = { branchId: 'B1', surveyTypes: ['health'], numberPlate: 'B WA 1042' }
      const response = await s.me.put('/inspections/i1', begun)
      accepted(response)
      s.surveys.set('inspection', response.json().surveys[0].id)
    },
    true,
  ],
  [
    'an answer in the inspection',
    (s) =>
      edit(
        { ...s, surveyId: s.surveys.get('inspection') as string },
        { kind: 'answers', answers: [{ questionId: 'glass', answerId: 'ok' }] },
      ),
    true,
  ],
  [
    'matchInspection',
    async (s) => accepted(await s.me.post('/inspections/i1/match', { orderId: 'other' })),
    true,
  ],
  ['unmatchInspection', async (s) => accepted(await s.me.delete('/inspections/i1/match')), true],
  ['edit complete', (s) => edit(s, { kind: 'complete' }), true],
  ['prices after it was completed', (s) => putPrices(s.client, 'p', priceList({ 1: 99 })), true],
  ['edit reopen', (s) => edit(s, { kind: 'reopen', reason: 'forgotten' }), true],
  ['the order is closed', (s) => putOrder(s.client, orderOf({ closed: true })), true],
  [
    'an inspection without an order',
    async (s) => {
      const begun = {
        branchId: 'B1',
        surveyTypes: ['VR'],
        vin: 'ZZZ1A2B35PX000001',
        customerName: 'Ada Test',
      }
      const response = await s.me.put('/inspections/i2', begun)
      accepted(response)
      s.surveys.set('alone', response.json().surveys[0].id)
    },
    true,
  ],
  [
    'a contact of it',
    (s) =>
      edit(
        { ...s, surveyId: s.surveys.get('alone') as string },
        { kind: 'contact', partner: 'customer', email: 'x@example.org' },
      ),
    true,
  ],
  [
    'a branch is merged into another',
    async (s) => {
      await putOrder(s.client, orderOf({ externalBranchId: 'B2' }), 'third')
      await asSystem((scope) => mergeBranch(scope, { clientId: s.client.id, from: 'B1', into: 'B2' }))
    },
    true,
  ],
]

/** Operations that write, but nothing that any survey shows. */
const apart = new Set([
  ...['putNote', 'putNotesRead', 'putInboxRead', 'putAnswer', 'putFollowUpAct'],
  ...['previewReminder', 'sendReminder', 'closeFinding', 'reopenFinding'],
  ...['putPartRequest', 'deletePartRequest', 'putPartReply', 'replyToPartRequest'],
  ...['createSession', 'endSession', 'endOwnSession', 'changeOwnPassword'],
  ...['finishSignIn', 'beginPasskey', 'addPasskey', 'putPasskey', 'removePasskey', 'makeRecoveryCodes'],
  'clearSecondFactor',
  ...['putLogin', 'deleteLogin', 'endLoginSession', 'endLoginSessions', 'addPasswordLink'],
  ...['addInvitation', 'addInvitations', 'renewInvitation', 'deleteInvitation'],
  ...['putSite', 'putSiteLogo', 'deleteSiteLogo', 'putBranch', 'mergeBranch', 'putClientSettings'],
  ...['putMessageText', 'deleteMessageText', 'previewMessageTexts'],
  ...['putRejectionReasons', 'putPhrases', 'putReminderSettings'],
  ...['putOwnerTexts', 'deleteOwnerTexts', 'previewOwnerTexts'],
  ...['findSignInProviders', 'beginProviderSignIn', 'endProviderSession', 'putSignInProvider'],
  'separateOwnProvider',
  ...['deleteSignInProvider', 'testSignInProvider', 'previewClaims', 'putSignInSettings'],
  ...['putMessageChannel', 'deleteMessageChannel', 'testMessageChannel'],
  ...['addKey', 'putKey', 'rotateKey', 'blockKey'],
  ...['addTablet', 'putTablet', 'deleteTablet', 'addTabletCode', 'pairTablet', 'unlockTablet'],
  ...['putOwnPin', 'deleteOwnPin', 'deleteLoginPin', 'unlockLoginPin'],
  ...['putSiteCallbackReceiver', 'deleteSiteCallbackReceiver'],
  ...['putCallbackReceiver', 'replayCallback', 'replayCallbacks', 'testCallback'],
  ...[
    'sendResults',
    'previewMessage',
    'previewAnswer',
    'resendMessage',
    'withdrawMessageLink',
    'inviteToTelegram',
  ],
  // Of sandboxes alone: sandbox.test.ts and sandbox.advisor.test.ts compare what they leave.
  ...['putSandboxClock', 'resetSandbox', 'simulateAnswers', 'simulatePhoto', 'simulateComplete'],
  ...['simulateArrival', 'simulateOffer', 'simulateSend', 'simulateDecide', 'simulateFeedback'],
])

describe('a survey that is sent again', () => {
  test('is what would be composed, after every kind of change', async () => {
    const scene = await makeScene()
    let before = await assertKept(scene.client, scene.surveys.values())
    for (const [name, step, isShown] of steps) {
      await step(scene)
      const after = await assertKept(scene.client, scene.surveys.values(), name)
      assert.equal(after !== before, isShown, `${name}: ${isShown ? 'nothing changed' : 'it changed'}`)
      before = after
    }
  })

  test('was compared after every operation and every edit that there is', () => {
    const writing = [...dmsOperations, ...appOperations].filter(({ method }) => method !== 'GET')
    const done = new Set(steps.map(([name]) => name))
    const wanted = [...writing.map(({ id }) => id), ...editKinds.map((kind) => `edit ${kind}`)]
    assert.deepEqual(
      wanted.filter((name) => !done.has(name) && !apart.has(name)),
      [],
    )
  })

  test('changes with answers of one millisecond, and of people who answer at once', async () => {
    const { client, surveyId } = await makeScene()
    const { setNow } = await testApp()
    setNow(new Date())
    try {
      for (let index = 0; index < 3; index++) {
        accepted(await client.post(`/surveys/${surveyId}${answers()}`, { value: String(index) }))
        await assertKept(client, [surveyId])
      }
      await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          if (index % 3 === 0) accepted(await client.post(`/surveys/${surveyId}${answers()}`, { value: 'x' }))
          else accepted(await client.get(`/surveys/${surveyId}`))
        }),
      )
      await assertKept(client, [surveyId])
    } finally {
      setNow(undefined)
    }
  })

  test('costs one statement and is the same bytes; with If-None-Match it is not sent', async () => {
    const { client, surveyId } = await makeScene()
    const { database } = await testApp()
    let statements = 0
    const counted = <Statement>(statement: Statement): Statement => {
      statements++
      return statement
    }
    const db: Db = {
      rows: (statement) => database.rows(counted(statement)),
      row: (statement) => database.row(counted(statement)),
      run: (statement) => database.run(counted(statement)),
      send: (statement) => database.send(counted(statement)),
    }
    const scope = await inClientOf(client, async (one) => ({ ...one, db }))
    const first = await getSurveyBytes(scope, surveyId)
    statements = 0
    assert.equal(await getSurveyBytes(scope, surveyId), first)
    assert.equal(statements, 1)
    const { headers } = await client.get(`/surveys/${surveyId}`)
    const again = await client.get(`/surveys/${surveyId}`, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag])
  })

  test('is not found once it is gone', async () => {
    const { client, me } = await makeScene()
    const response = await me.put('/inspections/i1', {
      branchId: 'B1',
      surveyTypes: ['health'],
      vin: 'ZZZ1A2B35PX000001',
    })
    accepted(response)
    const surveyId = response.json().surveys[0].id
    const ordered = surveyIdOf(await putOrder(client, orderOf(), 'later'))
    await assertKept(client, [surveyId, ordered])
    accepted(await me.post('/inspections/i1/match', { orderId: 'later' }))
    const found = await Promise.all([surveyId, ordered].map((id) => client.get(`/surveys/${id}`)))
    assert.deepEqual(found.map(({ statusCode }) => statusCode).toSorted(), [200, 404])
  })
})
