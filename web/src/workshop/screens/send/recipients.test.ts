import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasAddress, listRecipients, unsentCorrection } from './recipients.ts'

const page = (survey: object) => ({ survey }) as Parameters<typeof listRecipients>[0]

describe('recipients', () => {
  const fleet = {
    category: 'legalEntity',
    name: 'Fleet Ltd',
    contactPersons: [
      { id: 'C-1', firstName: 'Eva', email: 'eva@example.org' },
      { lastName: 'Nameless', mobilePhone: '+49 30 23125 1' },
      {},
    ],
  }
  const all = listRecipients(
    page({
      customer: { firstName: 'Ada', email: 'old@example.org', modifiedEmail: 'ada@example.org' },
      surveyObject: { owner: fleet, driver: { lastName: 'Driver', mobilePhone: '12' } },
    }),
  )
  it('are the people around the car and the contact persons of companies, those without a name left out', () => {
    assert.deepEqual(
      all.map(({ key, name }) => [key, name]),
      [
        ['customer', 'Ada'],
        ['owner', 'Fleet Ltd'],
        ['owner C-1', 'Eva'],
        ['owner Nameless', 'Nameless'],
        ['driver', 'Driver'],
      ],
    )
    assert.equal(all[0]?.email, 'ada@example.org')
  })
  it('of a company can be corrected by themselves', () => {
    const eva = all.find(({ key }) => key === 'owner C-1')
    assert.deepEqual([eva?.self.name, eva?.self.contactId, eva?.self.role], ['Eva', 'C-1', 'owner'])
    const nameless = all.find(({ key }) => key === 'owner Nameless')
    assert.equal(nameless?.self.contactId, 'Nameless')
  })
  it('are reached where there is an address that can be one', () => {
    const reached = all.map((one) => [hasAddress(one, 'email'), hasAddress(one, 'sms')])
    assert.deepEqual(reached, [
      [true, false],
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ])
  })
  it('carry along what was corrected and is not on the server yet', () => {
    const [ada, , eva] = all
    assert.ok(ada && eva)
    assert.deepEqual(unsentCorrection(ada, ada), {})
    assert.deepEqual(unsentCorrection(ada, { ...ada, email: 'old@example.org' }), {
      email: 'ada@example.org',
    })
    assert.deepEqual(unsentCorrection({ ...eva, email: 'new@example.org' }, eva), {
      email: 'new@example.org',
    })
  })
})
