// Somebody limited to a branch calls every operation of both interfaces: the reply about a thing of another branch is, byte for
// byte, the reply about a thing that does not exist.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { appInterface, dmsInterface } from '@walkaround/contract/openapi.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { mayCall } from '@walkaround/contract/rules/roles.ts'
import type { LightMyRequestResponse } from 'fastify'
import { findNamedSubject, type Subject } from '../../src/organisation/branch-reach.ts'
import { BASE_URL, makeKey, request } from '../support/api.ts'
import { type Branches, FOREIGN, limitedKey, makeBranches, OWN } from '../support/branches.ts'
import { putMark, putPhoto, putSignature } from '../support/survey-media.ts'
import { begun } from '../support/uploads.ts'

interface Caller {
  headers: Record<string, string>
}

interface Scene extends Branches {
  limited: Caller
  unlimited: Caller
  /** Of each kind of thing, one at either branch. */
  ids: Record<Subject, { own: string; foreign: string }>
}

// All tests share it: they delete or change only what is below the things they ask for, except uploads, which are deleted last.
let making: Promise<Scene> | undefined
const theScene = () => {
  making ??= makeScene()
  return making
}

async function makeScene(): Promise<Scene> {
  const branches = await makeBranches({ isSandbox: true })
  const { client, colleague, own, foreign } = branches
  const both = async (make: (at: 'own' | 'foreign') => Promise<string>) => ({
    own: await make('own'),
    foreign: await make('foreign'),
  })
  for (const surveyId of [own, foreign]) {
    await putPhoto(client, surveyId, 'x')
    await putMark(client, surveyId, 'x')
    await putSignature(client, surveyId, 'x')
    await colleague.put(`/surveys/${surveyId}/messages/x-${surveyId}`, {
      recipient: 'customer',
      channel: 'email',
    })
  }
  const upload = await both(async (at) => {
    const location = await begun({ client, surveyId: at === 'own' ? own : foreign }, 1000, { id: `up-${at}` })
    return location.slice(BASE_URL.length).split('/').at(-1) as string
  })
  const inspection = await both(async (at) => {
    const id = `by-hand-${at}`
    const branchId = at === 'own' ? OWN : FOREIGN
    const response = await colleague.put(`/inspections/${id}`, {
      branchId,
      surveyTypes: ['health'],
      numberPlate: id,
    })
    assert.equal(response.statusCode, 200, response.body)
    return id
  })
  const { key } = await limitedKey(client.id)
  return {
    ...branches,
    limited: { headers: { 'x-api-key': key } },
    unlimited: { headers: { 'x-api-key': (await makeKey(client.id, 'manager')).key } },
    ids: {
      order: { own: 'own', foreign: 'foreign' },
      lead: { own: 'own', foreign: 'foreign' },
      survey: { own, foreign },
      upload,
      inspection,
      card: { own: 'order/own', foreign: 'order/foreign' },
    },
  }
}

const known = [dmsInterface, appInterface].flatMap(({ prefix, operations }) =>
  operations.map((operation) => ({ prefix, operation, named: findNamedSubject(operation) })),
)
/** Without those that concern the whole client, and so nobody who is limited to branches. */
const withSubject = known.flatMap(({ named, ...one }) =>
  named && mayCall('manager', one.operation.right, true) ? [{ ...one, named }] : [],
)

/** What is found below the subject has the id x, or one that exists in every template. */
const others = {
  question_id: 'h.warningLamps',
  answer_id: 'ok',
  size: '320',
  thumbnail_size: '320',
  form: 'survey-summary',
}

function call(
  { client }: Branches,
  { prefix, operation }: { prefix: string; operation: Operation },
  { headers }: Caller,
  param: string,
  id: string,
  method: string = operation.method,
): Promise<LightMyRequestResponse> {
  const names = Object.keys(operation.params).map((name) => [name, 'x'])
  const values = { ...Object.fromEntries(names), ...others, [param]: id, system_client_id: client.id }
  const payload = operation.bytes ? Buffer.from('bytes') : operation.body ? '{}' : undefined
  return request({
    method: method as 'GET',
    url: `${prefix}${fillPath(operation.path, values)}`,
    headers: {
      ...headers,
      ...(operation.path.includes('/uploads') ? { 'tus-resumable': '1.0.0', 'upload-offset': '0' } : {}),
      ...(operation.body ? { 'content-type': 'application/json' } : {}),
      ...(operation.bytes ? { 'content-type': 'application/offset+octet-stream' } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

/** Without those that differ from one reply to the next: its id and the time. */
function headersOf({ headers }: { headers: Record<string, unknown> }) {
  const { 'x-request-id': _, date: __, 'x-walkaround-time': ___, ...others } = headers
  return others
}

describe('a foreign branch', () => {
  for (const one of withSubject) {
    const { operation, named } = one
    test(`${operation.id}: ${named.mayCreate ? 'what is there is not touched' : 'is as unknown'}`, async () => {
      const scene = await theScene()
      const { own, foreign } = scene.ids[named.subject]
      const ask = (caller: Caller, id: string, method?: string) =>
        call(scene, one, caller, named.param, id, method)
      const refused = await ask(scene.limited, foreign)
      assert.equal(refused.statusCode, 404, refused.body)
      const words = refused.json<{ errorInfo: string }>().errorInfo
      assert.match(words, new RegExp(`^there is no [a-z ]+ "${foreign}"$`))
      const unknown = 'z'.repeat(foreign.length)
      if (!named.mayCreate) {
        const missing = await ask(scene.limited, unknown)
        assert.equal(missing.statusCode, 404, missing.body)
        assert.equal(refused.body, missing.body.replaceAll(unknown, foreign))
        assert.deepEqual(headersOf(refused), headersOf(missing))
      }
      if (operation.method === 'GET') {
        assert.equal((await ask(scene.limited, foreign, 'HEAD')).statusCode, 404)
      }
      // The same people reach what is theirs, and others reach the foreign one: it is the branch that decides.
      for (const [caller, id] of [
        [scene.limited, own],
        [scene.unlimited, foreign],
      ] as const) {
        const reached = await ask(caller, id)
        assert.notEqual(reached.statusCode, 403, reached.body)
        assert.ok(!reached.body.includes(`there is no ${words.split(' ')[3]}`), reached.body)
      }
    })
  }

  test('is behind every path that names something of one', () => {
    assert.deepEqual(
      known
        // Logins and keys are not of a branch: see access-logins.test.ts and access-keys.test.ts.
        .filter(
          ({ named, operation }) =>
            !named && !['packages', 'admin', 'logins', 'keys'].includes(operation.right),
        )
        .map(({ operation }) => operation.id)
        .sort(),
      [
        'addPasskey',
        // Names its survey in a header, or its branch in the query: see below, with the lists.
        'addUpload',
        'beginPasskey',
        'beginProviderSignIn',
        // They belong to the person, not to a client.
        'changeOwnPassword',
        'createSession',
        'deleteOwnPin',
        'endOwnSession',
        'endProviderSession',
        'endSession',
        'findSignInProviders',
        'finishSignIn',
        // The templates of the branches the person works for.
        'getBlanks',
        'getBoard',
        // Of the branches the person works for: see figures.test.ts, today.test.ts, parts.test.ts and put-off-work.test.ts.
        'getFigureCars',
        'getFigures',
        // Of the branches the person works for.
        'getInbox',
        // Packages, templates, assignments and VINs are of the whole client.
        'getMasterPackage',
        // Of the person.
        'getOwnPin',
        'getOwnProviders',
        'getOwnSecondFactor',
        // Of the device: see tablets.test.ts.
        'getOwnTablet',
        'getPackage',
        'getPackageAssignment',
        'getQuestionFigures',
        // Of the branches the person works for: see reminders.by-hand.test.ts.
        'getReminderFigures',
        // The clock is of the whole client.
        'getSandboxClock',
        // Of the key, with the branches it is limited to.
        'getSelf',
        'getSession',
        'getSignInHelp',
        'getSignInStep',
        'getSurveyTemplate',
        'getToday',
        'getVehicleHistory',
        'getVehicleInfo',
        'getVehiclePage',
        'getVehiclePdf',
        // Only those of the branches: see event-feed.test.ts and changed-lists.test.ts.
        'listEvents',
        'listKnownCars',
        'listLeads',
        'listOutbox',
        'listOwnSessions',
        'listPackages',
        'listPartRequests',
        // Of the branches the person works for.
        'listPeople',
        'listPutOffWork',
        'listReminderMarks',
        'listServiceOrders',
        'listSurveyTemplates',
        'listSurveys',
        'makeRecoveryCodes',
        // Before anybody is signed in.
        'pairTablet',
        // What the person has seen, their PIN and their passkeys.
        'putInboxRead',
        'putOwnPin',
        'putPasskey',
        'removePasskey',
        'separateOwnProvider',
        'showFigureCars',
        'showFigures',
        'showPartRequests',
        'showQuestionFigures',
        // Names its branch in the body: see sandbox.advisor.test.ts.
        'simulateArrival',
        'streamEvents',
        'unlockTablet',
      ],
    )
  })

  test('what concerns the whole client is closed to people who see a part of it', async () => {
    const scene = await theScene()
    const whole = known.filter(({ operation }) => ['packages', 'admin'].includes(operation.right))
    assert.ok(whole.length >= 10)
    for (const one of whole) {
      const response = await call(scene, one, scene.limited, '', '')
      assert.equal(response.statusCode, 403, `${one.operation.id} ${response.body}`)
      assert.notEqual((await call(scene, one, scene.unlimited, '', '')).statusCode, 403, one.operation.id)
    }
  })

  test('a path nobody has thought about does not open', () => {
    const path = '/system-clients/{system_client_id}/tyre-hotels/{id}'
    assert.throws(() => findNamedSubject({ method: 'GET', path }), /tyre-hotels/)
  })
})
