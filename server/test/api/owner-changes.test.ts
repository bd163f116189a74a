// Offers that move while the owner's page is open: what took the place of one is shown and asked, what is gone is named, and
// the same work is offered once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import { selectVariant } from '../../src/features/quotes/select-variant.ts'
import {
  batteryQuote,
  choose,
  decide,
  fieldsOf,
  hostile,
  makeOwnerScene,
  type OwnerScene,
  read,
  submit,
} from '../support/owner.ts'
import { inClientOf } from '../support/scenes.ts'

const quotePath = ({ surveyId }: OwnerScene, id: string) => `/surveys/${surveyId}/quotes/${id}`

/** The DMS recalculates the chosen pads, under its own id. */
const replacePads = async (scene: OwnerScene) => {
  const put = await scene.client.put(quotePath(scene, 'Q-pads'), {
    category: 'quote',
    description: 'Pads from stock',
    currency: 'EUR',
    questionId: 'vc.padFL',
    answerId: 'bad',
    packageId: 'pads',
    variantId: 'v',
    contents: [{ itemCategory: 'labour', amountExVat: 300, amountIncVat: 357 }],
  })
  assert.equal(put.statusCode, 201, put.body)
}

const statusOf = async (scene: OwnerScene, id: string) =>
  (await scene.client.get(quotePath(scene, id))).json<{ approvalStatus?: string }>().approvalStatus

const offerOnBattery = async (scene: OwnerScene) => {
  await scene.client.put('/survey-templates/open!vc/package-assignment', [
    { questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads'] },
    { questionId: 'vc.battery', answerId: 'adv', packageIds: ['oil'] },
  ])
  return inClientOf(scene.client, (scope) =>
    selectVariant(scope, scene.surveyId, {
      questionId: 'vc.battery',
      answerId: 'adv',
      packageId: 'oil',
      variantId: 'v',
    }),
  )
}

describe('An offer that was replaced while the page was open', () => {
  it('is shown as it is now and asked again, at the review and at the confirmation', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    const fields = await choose(scene, { [pads]: 'approve', [battery]: 'approve' })
    const fresh = await submit(`${scene.path}/review?lang=en`, fields)
    await replacePads(scene)
    for (const answer of [
      await submit(`${scene.path}/review?lang=en`, fields),
      await submit(`${scene.path}/decide?lang=en`, fieldsOf(fresh.body)),
    ]) {
      const { body } = answer
      assert.ok(body.includes('has changed since you opened the page'), body)
      assert.ok(body.includes('Pads from stock') && body.includes('€357.00'))
      assert.ok(!body.includes('no longer'))
      const asked = fieldsOf(body)
      assert.equal(asked['choice:Q-pads'], undefined, 'nothing is chosen for the owner')
      assert.equal(asked[`choice:${pads}`], undefined)
      assert.equal(asked[`choice:${battery}`], 'approve')
    }
    assert.equal(await statusOf(scene, battery), undefined, 'nothing was decided')
    const again = await submit(`${scene.path}/review?lang=en`, fields)
    const reviewed = await submit(`${scene.path}/review?lang=en`, {
      ...fieldsOf(again.body),
      'choice:Q-pads': 'approve',
    })
    const done = await submit(`${scene.path}/decide?lang=en`, fieldsOf(reviewed.body))
    assert.equal(done.statusCode, 303, done.body)
    assert.equal(await statusOf(scene, 'Q-pads'), 'approved')
    const path = String(done.headers.location).split('?')[0]
    const { totals } = (await read(`${scene.path}/${path}.json`)).json<Receipt>()
    assert.deepEqual(totals, [{ currency: 'EUR', sum: { exVat: 420, incVat: 499.8 } }])
  })

  it('is asked again as the package it was, when what had replaced it is taken off', async () => {
    const scene = await makeOwnerScene()
    await replacePads(scene)
    const fields = await choose(scene, { 'Q-pads': 'approve' })
    assert.equal((await scene.client.delete(quotePath(scene, 'Q-pads'))).statusCode, 204)
    const { statusCode, body } = await submit(`${scene.path}/decide?lang=en`, fields)
    assert.equal(statusCode, 409)
    assert.ok(body.includes('has changed since you opened the page') && body.includes('€156.00'), body)
    assert.ok(`state:${scene.ids.pads}` in fieldsOf(body))
  })

  it('is named when nothing took its place, and the rest can be confirmed', async () => {
    const scene = await makeOwnerScene()
    const { pads, battery } = scene.ids
    await scene.client.put(quotePath(scene, battery), batteryQuote({ description: `Battery. ${hostile}` }))
    const fields = await choose(scene, { [battery]: 'approve', [pads]: 'no' })
    await scene.client.delete(quotePath(scene, battery))
    const { body } = await submit(`${scene.path}/review?lang=en`, fields)
    assert.ok(body.includes('“Battery. &lt;b&gt;&quot;&#39;&amp;&lt;/b&gt;” is no longer offered'), body)
    assert.ok(!body.includes(hostile))
    const done = await submit(`${scene.path}/decide?lang=en`, fieldsOf(body))
    assert.equal(done.statusCode, 303, done.body)
    const alone = await submit(`${scene.path}/review?lang=en`, {
      ...fields,
      [`choice:${pads}`]: '',
    })
    assert.ok(alone.body.includes('is no longer offered') && !alone.body.includes('>Confirm<'))
  })

  it('cannot be chosen for another by a forged field', async () => {
    const scene = await makeOwnerScene()
    const { pads } = scene.ids
    const fields = await choose(scene, {})
    const forged = { 'choice:nobody': 'approve', 'state:nobody': fields[`state:${pads}`] ?? '' }
    const { form = '' } = fields
    const { statusCode, body } = await submit(`${scene.path}/decide?lang=en`, { form, ...forged })
    assert.equal(statusCode, 409)
    assert.ok(!(`choice:${pads}` in fieldsOf(body)), 'shown, and not chosen')
    assert.equal(await statusOf(scene, pads), undefined)
  })
})

describe('A package that is offered on a finding', () => {
  it('is not offered once more as also due, and takes the place of what was', async () => {
    const scene = await makeOwnerScene()
    const { due } = scene.ids
    const before = await choose(scene, { [due]: 'approve' })
    const oil = await offerOnBattery(scene)
    const page = await choose(scene, {})
    assert.ok(`state:${oil}` in page && !(`state:${due}` in page))
    const { statusCode, body } = await submit(`${scene.path}/decide?lang=en`, before)
    assert.equal(statusCode, 409)
    assert.ok(body.includes('has changed since you opened the page') && `state:${oil}` in fieldsOf(body))
    assert.equal(await statusOf(scene, due), undefined)
    assert.equal((await decide(scene, { [oil]: 'approve' })).statusCode, 303)
    assert.ok(!(`state:${due}` in (await choose(scene, {}))), 'decided')
  })

  it('leaves what was decided before where it is', async () => {
    const scene = await makeOwnerScene()
    const { due } = scene.ids
    await decide(scene, { [due]: 'approve' })
    const oil = await offerOnBattery(scene)
    const page = await choose(scene, {})
    assert.ok(`state:${oil}` in page && `state:${due}` in page)
  })
})
