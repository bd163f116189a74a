// E-mail addresses and telephone numbers: what the tablet lets somebody type, what the service keeps, whom it writes to and
// whom the tablet offers to write to is one rule.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { isEmail, isPhone } from '@walkaround/contract/rules/contact-address.ts'
import fc from 'fast-check'
import { faultsOf } from '../../../web/src/workshop/screens/handover/partners.ts'
import { hasAddress, listRecipients } from '../../../web/src/workshop/screens/send/recipients.ts'
import { assertEmail } from '../../src/organisation/rules.ts'
import { order } from '../support/api.ts'
import { makePlace, type NewEdit, type Place, send } from '../support/edits.ts'
import { messageOf } from '../support/post.ts'

/** What each of them says of an address and a number that the DMS sent, or that somebody typed. */
async function judge(place: Place, typed: { email: string; mobilePhone: string }) {
  const { me, client, surveyId } = place
  const customer = { category: 'person', lastName: 'Test', ...typed }
  const written = await client.put('/service-orders/1', order({ customer }))
  assert.equal(written.statusCode, 204, written.body)
  const page = (await me.get(`/surveys/${surveyId}`)).json<SurveyPage>()
  const [shown] = listRecipients(page)
  assert.ok(shown)
  const preview = (channel: string) => me.post(`/surveys/${surveyId}/message-preview`, messageOf({ channel }))
  const contact = (more: object): NewEdit => ({ kind: 'contact', partner: 'customer', ...more })
  const faults = faultsOf(typed)
  const [email, mobilePhone] = await send(
    place,
    contact({ email: typed.email }),
    contact({ mobilePhone: typed.mobilePhone }),
    contact({ email: '', mobilePhone: '' }),
  )
  return {
    email: {
      isTyped: !faults.email,
      isKept: email?.state === 'applied',
      isOffered: hasAddress(shown, 'email'),
      isWrittenTo: (await preview('email')).statusCode === 200,
    },
    mobilePhone: {
      isTyped: !faults.mobilePhone,
      isKept: mobilePhone?.state === 'applied',
      isOffered: hasAddress(shown, 'sms'),
      isWrittenTo: (await preview('sms')).statusCode === 200,
    },
  }
}

const all = (is: boolean) => ({ isTyped: is, isKept: is, isOffered: is, isWrittenTo: is })

const part = fc.string({
  unit: fc.constantFrom(...'abцß19.-_+', '@', ' ', ',', ';', '<', '"', '(', '\\', '\u0007', '\u202e'),
  minLength: 1,
  maxLength: 4,
})
const emails = fc.oneof(
  fc.tuple(part, part, part).map(([name, host, end]) => `${name}@${host}.${end}`),
  fc.tuple(part, part).map(([name, host]) => `${name}@${host}`),
  fc.constantFrom(
    'a@b',
    'a@b.de',
    'root@localhost',
    'имя@пример.рф',
    'a@.de',
    'a@b.',
    'a@b..de',
    'a@[1.2.3.4]',
  ),
)
const phones = fc.string({
  unit: fc.constantFrom(...'0123456789', ' ', '+', '(', ')', '/', '-', '.', 'a', '١', '\u0007'),
  minLength: 1,
  maxLength: 12,
})
const isSaid = (text: string) => text.trim() !== ''

test('an address and a number are judged alike by everybody', async () => {
  const place = await makePlace()
  await fc.assert(
    fc.asyncProperty(emails.filter(isSaid), phones.filter(isSaid), async (email, mobilePhone) => {
      const [is, isNumber] = [isEmail(email.trim()), isPhone(mobilePhone.trim())]
      const said = await judge(place, { email, mobilePhone })
      assert.deepEqual(
        said,
        { email: all(is), mobilePhone: all(isNumber) },
        JSON.stringify([email, mobilePhone]),
      )
      const asSite = () => assertEmail(email.trim())
      if (is) asSite()
      else assert.throws(asSite)
    }),
    { seed: 20_261_116, numRuns: 30 },
  )
})
