// Contact data corrected by staff: in addition to what the DMS sent, and dropped with the person they were made for (C4).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { order } from '../support/api.ts'
import { customer, makePlace, type NewEdit, readSurvey, send, states, vehicle } from '../support/edits.ts'

describe('contact corrections (C4)', () => {
  const email: NewEdit = { kind: 'contact', partner: 'customer', email: ' new@example.org ' }
  const phone: NewEdit = { kind: 'contact', partner: 'owner', mobilePhone: '+49 (30) 12-34' }
  const driver: NewEdit = { kind: 'contact', partner: 'driver', email: 'd@example.org', mobilePhone: '50505' }

  test('are shown on order, survey and list beside what the DMS sent', async () => {
    const place = await makePlace()
    assert.deepEqual(states(await send(place, email, phone, driver)), ['applied', 'applied', 'applied'])
    const shownOrder = (await place.client.get('/service-orders/1')).json()
    assert.deepEqual(shownOrder.customer, { ...customer, modifiedEmail: 'new@example.org' })
    assert.equal(shownOrder.vehicle.owner.modifiedMobilePhone, '+49 (30) 12-34')
    assert.equal(shownOrder.vehicle.owner.mobilePhone, '1')
    assert.equal(shownOrder.vehicle.driver.modifiedEmail, 'd@example.org')
    for (const surveyId of Object.values(place.types)) {
      const survey = await readSurvey({ ...place, surveyId })
      assert.deepEqual(survey.customer, shownOrder.customer)
      assert.deepEqual(survey.vehicle.owner, shownOrder.vehicle.owner)
      assert.deepEqual(survey.surveyObject.driver, shownOrder.vehicle.driver)
    }
    const [item] = (await place.client.get('/service-orders/1/surveys')).json()
    assert.deepEqual([item.customer, item.requester], [shownOrder.customer, shownOrder.customer])
  })

  test('a GET sent back changes nothing, and no PUT overwrites them', async () => {
    const place = await makePlace()
    await send(place, email)
    const before = (await place.client.get('/service-orders/1')).json()
    assert.equal((await place.client.put('/service-orders/1', before)).statusCode, 204)
    assert.deepEqual((await place.client.get('/service-orders/1')).json(), before)
    const forged = { ...before, description: 'other', customer: { ...before.customer, modifiedEmail: 'x' } }
    await place.client.put('/service-orders/1', forged)
    assert.equal(
      (await place.client.get('/service-orders/1')).json().customer.modifiedEmail,
      'new@example.org',
    )
  })

  test('stay with the person and go with them', async () => {
    const place = await makePlace()
    await send(place, email, phone, driver)
    const put = (more: Record<string, unknown>) => place.client.put('/service-orders/1', order(more))
    const shown = async () => {
      const survey = await readSurvey(place)
      return [
        survey.customer?.modifiedEmail,
        survey.vehicle?.owner?.modifiedMobilePhone,
        survey.vehicle?.driver?.modifiedEmail,
      ]
    }
    const all = ['new@example.org', '+49 (30) 12-34', 'd@example.org']
    await put({ customer: { ...customer, lastName: 'Married' }, vehicle })
    assert.deepEqual(await shown(), all)
    // If the DMS leaves them out, the survey keeps both.
    await put({})
    assert.deepEqual(await shown(), all)
    assert.equal((await place.client.get('/service-orders/1')).json().customer, undefined)
    await put({ customer: { ...customer, id: 'P-2' }, vehicle })
    assert.deepEqual(await shown(), [undefined, ...all.slice(1)])
    await put({ customer, vehicle })
    assert.deepEqual(await shown(), [undefined, ...all.slice(1)])
    await put({ customer, vehicle: { ...vehicle, driver: { lastName: 'Other' } } })
    assert.deepEqual(await shown(), [undefined, all[1], undefined])
  })

  test('of contact persons of a company stay with them, by id, else by name', async () => {
    const place = await makePlace()
    const eva = { id: 'C-1', firstName: 'Eva', email: 'eva@example.org' }
    const karl = { firstName: 'Karl', lastName: 'Ohne' }
    const fleet = (...contactPersons: object[]) => ({
      category: 'legalEntity',
      name: 'Fleet Ltd',
      contactPersons,
    })
    const put = (customer: object) => place.client.put('/service-orders/1', order({ customer }))
    await put(fleet(eva, karl))
    const of = (contactId: string, more: object): NewEdit => ({
      kind: 'contact',
      partner: 'customer',
      contactId,
      ...more,
    })
    const results = await send(
      place,
      of('C-1', { email: 'new@example.org' }),
      of('Karl Ohne', { mobilePhone: '030 12' }),
      of('nobody', { email: 'x@example.org' }),
    )
    assert.deepEqual(states(results), ['applied', 'applied', 40061])
    const shown = async () => (await readSurvey(place)).customer.contactPersons
    const newEva = { ...eva, modifiedEmail: 'new@example.org' }
    assert.deepEqual(await shown(), [newEva, { ...karl, modifiedMobilePhone: '030 12' }])
    const read = (await place.client.get('/service-orders/1')).json()
    assert.equal((await place.client.put('/service-orders/1', read)).statusCode, 204)
    assert.deepEqual((await place.client.get('/service-orders/1')).json(), read, 'a GET sent back')
    await put(fleet({ ...eva, lastName: 'Married' }))
    assert.deepEqual(await shown(), [{ ...newEva, lastName: 'Married' }])
    await put(fleet(eva, karl))
    assert.deepEqual(await shown(), [newEva, karl], 'who was gone comes back as the DMS knows them')
    await send(place, of('C-1', { email: '' }))
    assert.deepEqual(await shown(), [eva, karl])
    await send(place, of('C-1', { email: 'new@example.org' }))
    await put({ ...fleet(eva), name: 'Other Ltd' })
    assert.deepEqual(await shown(), [eva], 'another company')
  })

  test('are taken back by an empty text, and checked', async () => {
    const place = await makePlace()
    await send(place, driver)
    const wrong: NewEdit[] = ['no address', 'a@b@c.de', 'a@', 'a@b', 'a\u0007@b.de'].map((text) => ({
      ...email,
      email: text,
    }))
    const letters: NewEdit[] = ['call me', '+', '12', '12345\n3'].map((text) => ({
      ...phone,
      mobilePhone: text,
    }))
    for (const { state } of await send(place, ...wrong, ...letters)) assert.equal(state, 'refused')
    await send(place, { kind: 'contact', partner: 'driver', email: '' })
    const { modifiedEmail, modifiedMobilePhone } = (await readSurvey(place)).vehicle.driver
    assert.deepEqual([modifiedEmail, modifiedMobilePhone], [undefined, '50505'])
    await send(place, { kind: 'contact', partner: 'driver', mobilePhone: '' })
    assert.deepEqual((await readSurvey(place)).vehicle.driver, vehicle.driver)
    const { client, me } = place
    await client.put('/service-orders/2', order())
    const surveyId = (await client.get('/service-orders/2')).json().surveys[0].id
    assert.deepEqual(states(await send({ me, surveyId }, email)), [40061])
  })

  test('are kept by a survey that closes, and cannot be made afterwards', async () => {
    const place = await makePlace()
    await send(place, email)
    await place.client.put('/service-orders/1', order({ customer, vehicle, closed: true }))
    assert.equal((await readSurvey(place)).customer.modifiedEmail, 'new@example.org')
    assert.deepEqual(states(await send(place, phone)), [40041])
    await place.client.put('/service-orders/1', order({ customer: { ...customer, id: 'P-9' }, closed: true }))
    assert.equal((await readSurvey(place)).customer.modifiedEmail, 'new@example.org')
  })

  test('of a lead are shown on it, in the list and on its survey', async () => {
    const { client, me } = await makePlace()
    const lead = {
      externalBranchId: 'B1',
      customer,
      reviewSurveyRelease: true,
      plannedStartTimestamp: '2031-05-01',
    }
    await client.put('/leads/L1', lead)
    const before = (await client.get('/leads/L1')).json()
    const place = { client, me, surveyId: before.surveys[0].id }
    assert.deepEqual(states(await send(place, email)), ['applied'])
    const after = (await client.get('/leads/L1')).json()
    assert.equal(after.customer.modifiedEmail, 'new@example.org')
    const [listed] = (await client.get('/leads?dateFrom=2031-05-01')).json()
    assert.equal(listed.customer.modifiedEmail, 'new@example.org')
    assert.equal((await readSurvey(place)).customer.modifiedEmail, 'new@example.org')
    await client.put('/leads/L1', after)
    assert.deepEqual((await client.get('/leads/L1')).json(), after)
    await client.put('/leads/L1', { ...lead, customer: { lastName: 'Else' } })
    assert.equal((await readSurvey(place)).customer.modifiedEmail, undefined)
  })
})
