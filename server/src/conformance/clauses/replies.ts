// Chapter B: what comes back. Success codes, which error wins, content types, the body of errors, and what Walkaround adds.
import { type Chapter, clause, ours, watch } from '../clause.ts'
import { isSame, Unmet } from '../exchange.ts'
import { type Kit, Survey } from '../kit.ts'
import { newQuote, simplePackage } from './things.ts'

const nobody = 'conformance-no-such-client'
const wrongKey = 'conformance_wrong-key'
const noSurvey = '/surveys/conformance-no-such-survey'
const answersOfNoSurvey = `${noSurvey}/questions/q/answers`

/** Location leads to the thing, on whatever origin the service calls its own. */
async function leadsBack(kit: Kit, made: Awaited<ReturnType<Kit['get']>>, path: string): Promise<void> {
  const { pathname, protocol } = made.location()
  const wanted = `/system-clients/${encodeURIComponent(kit.target.client)}${path}`
  made.expect(decodeURI(pathname).endsWith(decodeURI(wanted)), `a Location that ends with ${wanted}`)
  made.expect(protocol === 'https:', 'a Location with https')
}

export const replies: Chapter = {
  title: 'Replies and errors',
  clauses: [
    clause(
      'B1.1',
      'PUT of a new order is 201 with Location; PUT of a known one is 204 without a body',
      async (kit) => {
        const order = kit.order()
        const made = (await order.put()).is(201)
        await leadsBack(kit, made, order.path)
        const changed = (await order.put({ description: 'Later' })).is(204)
        changed.expect(changed.text === '', 'no body')
      },
    ),
    clause('B1.2', 'PUT of a new lead is 201 with Location; PUT of a known one is 204', async (kit) => {
      const lead = kit.lead()
      await leadsBack(kit, (await lead.put()).is(201), lead.path)
      ;(await lead.put({ description: 'Later' })).is(204)
    }),
    clause('B1.3', 'PUT of a new quote is 201 with Location; PUT of a known one is 204', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { path, body } = await newQuote(survey, 'q1')
      await leadsBack(kit, (await kit.put(path, body)).is(201), path)
      ;(await kit.put(path, { ...body, description: 'Later' })).is(204)
    }),
    clause('B1.4', 'PUT of a new package is 201 with Location; PUT of a known one is 204', async (kit) => {
      const path = `/packages/${kit.lastingId('b1')}`
      const isKnown = (await kit.get(path)).is(200, 404).status === 200
      const put = (await kit.put(path, simplePackage())).is(isKnown ? 204 : 201)
      if (!isKnown) await leadsBack(kit, put, path)
      ;(await kit.put(path, simplePackage())).is(204)
    }),
    clause('B1.5', 'POST of an answer is 201 with Location', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id } = await survey.question()
      const made = (await kit.post(survey.answersPath(id), { value: 'Own words' })).is(201)
      made.expect(
        made.location().pathname.includes('/answers/'),
        'a Location that ends with /answers/ and an id',
      )
    }),
    clause('B1.6', 'PUT of a deal is always 204, a new one too', async (kit) => {
      const lead = await kit.newLead()
      ;(await kit.put(`${lead.path}/deals/d1`, { orderId: 'P-1' })).is(204)
      ;(await kit.put(`${lead.path}/deals/d1`, { orderId: 'P-2' })).is(204)
    }),
    clause(
      'B2.1',
      'Without a key everything is 401, even a path that does not exist or a broken body',
      async (kit) => {
        const key = null
        ;(await kit.call('GET', '/service-orders/any', { key })).isRefused(401)
        ;(await kit.callBelow('GET', '/conformance-no-such-path', { key })).isRefused(401)
        const headers = { 'content-type': 'text/plain' }
        ;(await kit.call('PUT', '/service-orders/any', { key, raw: '{', headers })).isRefused(401)
      },
    ),
    clause('B2.2', 'A wrong key is 401', async (kit) => {
      ;(await kit.call('GET', '/packages', { key: wrongKey })).isRefused(401)
    }),
    clause('B2.3', 'A client out of reach is 403, before 404, 405, 406 and 400', async (kit) => {
      const raw = '{'
      const headers = { 'content-type': 'text/plain' }
      ;(await kit.call('GET', '/service-orders/any', {}, nobody)).isRefused(403)
      ;(await kit.call('GET', '/conformance-no-such-path', {}, nobody)).isRefused(403)
      ;(await kit.call('PATCH', '/service-orders/any', {}, nobody)).isRefused(403)
      ;(await kit.call('PUT', '/service-orders/any', { raw, headers }, nobody)).isRefused(403)
    }),
    clause('B2.4', 'A path that is none of the interface is 404, before 406', async (kit) => {
      const options = { raw: '{', headers: { 'content-type': 'text/plain' } }
      ;(await kit.call('PUT', '/conformance-no-such-path', options)).isRefused(404)
    }),
    clause('B2.5', 'A method that the path does not have is 405, before 406', async (kit) => {
      const options = { raw: '{', headers: { 'content-type': 'text/plain' } }
      ;(await kit.call('POST', '/service-orders/any', options)).isRefused(405)
    }),
    clause('B2.6', 'A body that is not JSON by its Content-Type is 406, before it is read', async (kit) => {
      const options = { raw: '{', headers: { 'content-type': 'text/plain' } }
      ;(await kit.call('PUT', kit.order().path, options)).isRefused(406)
    }),
    clause('B2.7', 'The form of a body is a 400, before 404 of the resource in the path', async (kit) => {
      ;(await kit.call('POST', answersOfNoSurvey, { raw: '{' })).isRefused(400)
    }),
    clause('B2.8', 'A resource that does not exist is 404, before 400 of fields', async (kit) => {
      ;(await kit.post(answersOfNoSurvey, { value: 'x', status: 'blue' })).isRefused(404)
    }),
    clause('B2.9', 'A broken field is named before a broken rule of state', async (kit) => {
      const order = await kit.newOrder()
      const survey = await order.survey()
      const { id } = await survey.question()
      await order.change({ closed: true })
      ;(await kit.post(survey.answersPath(id), { value: 'x', status: 'blue' })).isRefused(400, 'status')
    }),
    clause('B3.1', 'Answers of a closed survey are refused with 400 and 40041', async (kit) => {
      const order = await kit.newOrder()
      const survey = await order.survey()
      const { id } = await survey.question()
      const { path } = await survey.add(id, { value: 'Before' })
      await order.change({ closed: true })
      ;(await kit.post(survey.answersPath(id), { value: 'After' })).isRefused(400).hasCode(40041)
      ;(await kit.put(path, { value: 'After' })).isRefused(400).hasCode(40041)
      ;(await kit.delete(path)).isRefused(400).hasCode(40041)
    }),
    clause('B3.2', 'A standard answer is neither changed nor removed: 400 and 40042', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const question = await survey.question(({ answers }) => answers.length > 0)
      const path = `${survey.answersPath(question.id)}/${encodeURIComponent(question.answers[0]?.id ?? '')}`
      ;(await kit.put(path, { value: 'Changed' })).isRefused(400).hasCode(40042)
      ;(await kit.delete(path)).isRefused(400).hasCode(40042)
    }),
    clause('B3.3', 'Answers of a completed survey are refused with 400 and 40040', async (kit) => {
      const { completedSurvey } = kit.target
      if (completedSurvey === undefined) return kit.skip('needs a completed survey: --completed-survey <id>')
      const survey = new Survey(kit, completedSurvey)
      const { id } = await survey.question()
      const answer = await kit.post(survey.answersPath(id), { value: 'Conformance' })
      if (answer.status === 201) {
        const { pathname } = answer.location()
        kit.onEnd(`the answer ${pathname}`, () => kit.callAt('DELETE', pathname))
      }
      answer.isRefused(400).hasCode(40040)
    }),
    clause(
      'B3.4',
      'A client that does not exist and one out of reach get the same 403, byte for byte',
      async (kit) => {
        const { otherClient } = kit.target
        if (otherClient === undefined)
          return kit.skip('needs a client that the key does not reach: --other-client <id>')
        const [none, other] = await Promise.all([
          kit.call('GET', '/packages', {}, nobody),
          kit.call('GET', '/packages', {}, otherClient),
        ])
        none.isRefused(403)
        other.isRefused(403)
        other.expect(other.text === none.text, `the body of ${nobody}: ${none.text}`)
      },
    ),
    clause(
      'B4.1',
      'A body without Content-Type, of another type or of another charset is 406',
      async (kit) => {
        const body = { externalBranchId: kit.target.dealerCode }
        const { path } = kit.order()
        for (const type of ['text/plain', 'application/xml', 'application/json; charset=iso-8859-1', '']) {
          ;(await kit.put(path, body, { 'content-type': type === '' ? undefined : type })).isRefused(406)
        }
      },
    ),
    clause('B4.2', 'application/json with parameters and application/…+json are fine', async (kit) => {
      const order = await kit.newOrder()
      for (const type of ['application/json; charset=UTF-8', 'application/vnd.dms+json']) {
        ;(await order.put({}, { 'content-type': type })).is(204)
      }
    }),
    clause('B4.3', 'Accept is ignored, and a Content-Type on GET does no harm', async (kit) => {
      const order = await kit.newOrder()
      const headers = { accept: 'text/html', 'content-type': 'application/json' }
      ;(await kit.get(order.path, headers)).is(200).has('id', order.id)
    }),
    clause('B4.4', 'JSON that cannot be parsed, or is no object, is a 400', async (kit) => {
      const { path } = kit.order()
      for (const raw of ['{', '', '[]', '"text"', 'null']) {
        ;(await kit.call('PUT', path, { raw })).isRefused(400)
      }
    }),
    watch('B4.5', 'Every body of JSON says so: Content-Type application/json', (answer) => {
      const type = answer.headers['content-type'] ?? ''
      if (answer.request.method !== 'HEAD' && answer.text !== '' && answer.isJson)
        answer.expect(/^application\/json\b/.test(type), 'Content-Type: application/json')
    }),
    clause('B5.1', 'A 405 has Allow with the methods of the path', async (kit) => {
      const answer = (await kit.call('PATCH', '/service-orders/any')).isRefused(405)
      const allowed = (answer.headers.allow ?? '').split(/\s*,\s*/)
      answer.expect(allowed.includes('GET') && allowed.includes('PUT'), 'a header Allow with GET and PUT')
    }),
    clause('B5.2', 'HEAD works wherever GET does, and has no body', async (kit) => {
      const order = await kit.newOrder()
      const there = (await kit.call('HEAD', order.path)).is(200)
      there.expect(there.text === '', 'no body')
      ;(await kit.call('HEAD', '/service-orders/conformance-none')).is(404)
    }),
    watch('B6.1', 'Every error has errorCode, error and errorInfo, and nothing else', (answer) => {
      if (answer.status < 400 || answer.request.method === 'HEAD') return
      const body = answer.parsed()
      const isWhole =
        typeof body === 'object' &&
        Number.isInteger(body?.errorCode) &&
        typeof body.error === 'string' &&
        body.error !== '' &&
        typeof body.errorInfo === 'string' &&
        body.errorInfo !== ''
      if (!isWhole || Object.keys(body).length !== 3)
        throw new Unmet('the fields errorCode (integer), error and errorInfo (texts)', answer)
    }),
    clause('B6.2', 'Several broken rules are one 400 with 40000 and a line for each', async (kit) => {
      const body = { vehicle: { fuelType: 'coal', modelYear: 'old' }, plannedStartTimestamp: 'soon' }
      const answer = (await kit.order().put(body)).isRefused(
        400,
        'fuelType',
        'modelYear',
        'plannedStartTimestamp',
      )
      answer.hasCode(40000)
      answer.expect(String(answer.at('errorInfo')).split('\n').length === 3, 'three lines in errorInfo')
    }),
    clause('B6.3', 'One broken rule has a code of its own and names place and value', async (kit) => {
      const answer = await kit
        .order()
        .put({ contents: [{ itemCategory: 'labour' }, { itemCategory: 'magic' }] })
      answer.isRefused(400, 'contents[1].itemCategory', 'magic')
      answer.expect(answer.at('errorCode') !== 40000, 'another errorCode than 40000')
    }),
    watch(
      'B7.1',
      'Every reply has X-Request-Id',
      (answer) => void answer.expect(Boolean(answer.headers['x-request-id']), 'a header X-Request-Id'),
      ours,
    ),
    clause(
      'B7.2',
      'A harmless X-Request-Id of the caller is kept',
      async (kit) => {
        const answer = await kit.get('/packages', { 'x-request-id': 'conformance-1' })
        answer.expect(answer.headers['x-request-id'] === 'conformance-1', 'X-Request-Id: conformance-1')
      },
      ours,
    ),
    clause(
      'B7.3',
      'An order has an ETag, and If-None-Match gives 304 while it is the same',
      async (kit) => {
        const order = await kit.newOrder()
        const read = await order.read()
        const tag = read.headers.etag
        read.expect(Boolean(tag), 'a header ETag')
        ;(await kit.get(order.path, { 'if-none-match': tag })).is(304)
        await order.change({ description: 'Later' })
        ;(await kit.get(order.path, { 'if-none-match': tag })).is(200)
      },
      ours,
    ),
    clause(
      'B7.4',
      'If-Match writes only what nobody changed since: 412, and nothing changes',
      async (kit) => {
        const order = await kit.newOrder()
        const tag = (await order.read()).headers.etag
        ;(await order.put({ description: 'First' }, { 'if-match': tag })).is(204)
        ;(await order.put({ description: 'Second' }, { 'if-match': tag })).isRefused(412)
        ;(await order.read()).has('description', 'First')
      },
      ours,
    ),
    clause(
      'B7.5',
      'If-None-Match: * creates only: 412 if the thing exists',
      async (kit) => {
        const order = kit.order()
        ;(await order.put({}, { 'if-none-match': '*' })).is(201)
        ;(await order.put({}, { 'if-none-match': '*' })).isRefused(412)
      },
      ours,
    ),
    clause(
      'B7.6',
      'Idempotency-Key: a repeated POST gets the same 201 and Location; another body is a 400',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        const { id } = await survey.question()
        const headers = { 'idempotency-key': kit.id() }
        const first = (await kit.post(survey.answersPath(id), { value: 'Once' }, headers)).is(201)
        const again = (await kit.post(survey.answersPath(id), { value: 'Once' }, headers)).is(201)
        again.expect(
          isSame(again.headers.location, first.headers.location),
          `Location: ${first.headers.location}`,
        )
        ;(await kit.post(survey.answersPath(id), { value: 'Twice' }, headers)).isRefused(400)
      },
      ours,
    ),
  ],
}
