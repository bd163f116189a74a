// Packages over HTTP: own and central, what is kept, what it costs, and price lists.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PackageItem, Package as PackageSchema, PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { BASE_URL, makeClient, makeKey, type TestClient } from '../support/api.ts'
import {
  amountsOf,
  first,
  fullPackage,
  item,
  masterAndDealer,
  packagePath,
  priceList,
  putPackage,
  putPrices,
  readPackage,
  simplePackage,
  variant,
} from '../support/packages.ts'
import { eventsDuring, refusal } from '../support/scenes.ts'

describe('PUT /packages/{id}', () => {
  test('B1: that creates gets 201 with an absolute Location, one that changes 204', async () => {
    const client = await makeClient()
    const created = await client.put('/packages/pads%2Ffront', simplePackage())
    assert.equal(created.statusCode, 201)
    assert.equal(created.headers.location, `${BASE_URL}/v1/system-clients/${client.id}/packages/pads%2Ffront`)
    assert.equal((await client.put('/packages/pads%2Ffront', simplePackage())).statusCode, 204)
    assert.equal(
      (await client.put('/packages/pads%2Ffront', simplePackage({ longText: 'x' }))).statusCode,
      204,
    )
  })

  test('A1: GET gives back every field that was sent, and what the service owns', async () => {
    const owned = {
      package: ['id', 'masterClient'],
      variant: ['selected', 'customerApproved', 'deferralDate', 'rejectionReasonCode'],
    }
    const names = (schema: { properties: object }, without: string[] = []) =>
      Object.keys(schema.properties)
        .filter((name) => !without.includes(name))
        .sort()
    assert.deepEqual(Object.keys(fullPackage).sort(), names(PackageSchema, owned.package))
    const variants = Object.assign({}, ...fullPackage.variants)
    assert.deepEqual(Object.keys(variants).sort(), names(PackageVariant, owned.variant))
    assert.deepEqual(
      Object.keys(Object.assign({}, ...(fullPackage.variants[0]?.contents ?? []))).sort(),
      names(PackageItem),
    )

    const client = await makeClient()
    await putPackage(client, 'full', fullPackage)
    const { variants: shown, ...rest } = await readPackage(client, 'full')
    const { variants: sent, ...header } = fullPackage
    assert.deepEqual(rest, { id: 'full', masterClient: client.id, ...header })
    assert.deepEqual(shown?.[1], sent[1])
    assert.deepEqual(shown?.[0], {
      ...sent[0],
      priceExVat: 160.01,
      priceIncVat: 190.41,
      labourPriceExVat: 100,
      labourPriceIncVat: 119,
      partsPriceExVat: 60.01,
      partsPriceIncVat: 71.41,
      discountPriceExVat: 140.01,
      discountPriceIncVat: 166.61,
      discountLabourPriceExVat: 80,
      discountLabourPriceIncVat: 95.2,
      discountPartsPriceExVat: 60.01,
      discountPartsPriceIncVat: 71.41,
    })
  })

  test('A1: a field left out is unset', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', fullPackage)
    await putPackage(client, 'p', { currency: 'EUR', longText: null, variants: [{ id: 'v' }] })
    assert.deepEqual(await readPackage(client, 'p'), {
      id: 'p',
      masterClient: client.id,
      currency: 'EUR',
      variants: [
        {
          id: 'v',
          priceExVat: 0,
          priceIncVat: 0,
          labourPriceExVat: 0,
          labourPriceIncVat: 0,
          partsPriceExVat: 0,
          partsPriceIncVat: 0,
        },
      ],
    })
  })

  test('A1: a GET answer, or the same body, sent back changes nothing', async () => {
    const client = await makeClient()
    for (const [id, body] of Object.entries({
      full: fullPackage,
      simple: simplePackage(),
      bare: { currency: 'EUR' },
    })) {
      await putPackage(client, id, body)
      const before = await client.get(`/packages/${id}`)
      assert.deepEqual(await eventsDuring(client, () => putPackage(client, id, before.json())), [], id)
      assert.deepEqual(await eventsDuring(client, () => putPackage(client, id, body)), [], id)
      const turned = Object.fromEntries(Object.entries(body).reverse())
      assert.deepEqual(await eventsDuring(client, () => putPackage(client, id, turned)), [], id)
      const after = await client.get(`/packages/${id}`)
      assert.deepEqual([after.body, after.headers.etag], [before.body, before.headers.etag])
    }
  })

  test('A1: also after price lists have been at it', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', {
      ...simplePackage(),
      variants: [variant('v', [item('1', 10), item('2', 20)])],
    })
    await putPrices(client, 'p', priceList({ 1: 11 }))
    const merged = await client.get('/packages/p')
    assert.deepEqual(await eventsDuring(client, () => putPackage(client, 'p', merged.json())), [])
    // The old prices are gone, and an own package must have all of them; still, what was read is accepted.
    await putPrices(client, 'p', priceList({ 1: 11 }, 'USD'))
    const half = await client.get('/packages/p')
    assert.deepEqual(await eventsDuring(client, () => putPackage(client, 'p', half.json())), [])
    refusal(await client.put('/packages/p', { ...half.json<object>(), longText: 'x' }), 'severalViolations')
  })

  test('events tell what happened, with one entry per change', async () => {
    const client = await makeClient()
    assert.deepEqual(await eventsDuring(client, () => putPackage(client, 'p', simplePackage())), [
      'package.created',
    ])
    assert.deepEqual(
      await eventsDuring(client, () => putPackage(client, 'p', simplePackage({ longText: 'x' }))),
      ['package.changed'],
    )
    assert.deepEqual(await eventsDuring(client, () => putPrices(client, 'p', priceList({ 1: 1 }))), [
      'package.priced',
    ])
    assert.deepEqual(await eventsDuring(client, () => putPrices(client, 'p', priceList({ 1: 1 }))), [])
  })

  test('A3: computed prices and owned fields are ignored', async () => {
    const client = await makeClient()
    const body = simplePackage({
      variants: [
        // Of any type: what the service computes is not looked at (A3).
        variant('v', [item('1', 10)], {
          priceExVat: 999,
          priceIncVat: 'much',
          labourPriceExVat: {},
          selected: 1,
        } as never),
      ],
    })
    await putPackage(client, 'p', { ...body, masterClient: 'somebody' })
    const shown = await readPackage(client, 'p')
    assert.equal(shown.masterClient, client.id)
    assert.deepEqual([first(shown).priceExVat, first(shown).selected], [10, undefined])
    assert.equal(first(await readPackage(client, 'p', '/master')).priceExVat, undefined)
  })

  test('A5: another id in the body than in the path is a 400', async () => {
    const client = await makeClient()
    refusal(await client.put('/packages/p', { ...simplePackage(), id: 'q' }), 'idMismatch')
    await putPackage(client, 'p', { ...simplePackage(), id: 'p' })
  })

  test('A6: aliases come back as what they stand for', async () => {
    const client = await makeClient()
    const line = { ...item('1', 1), itemCategory: 'part', unitOfMeasure: 'pc' } as never
    await putPackage(client, 'p', simplePackage({ variants: [variant('v', [line])] }))
    const [shown] = first(await readPackage(client, 'p')).contents ?? []
    assert.deepEqual([shown?.itemCategory, shown?.unitOfMeasure], ['material', 'ea'])
    assert.equal(first(await readPackage(client, 'p')).partsPriceExVat, 1)
  })

  test('A4: values of closed lists are checked', async () => {
    const client = await makeClient()
    const put = (body: object) => client.put('/packages/p', { ...simplePackage(), ...body })
    refusal(await put({ packageType: 'gift' }), 'notInList', /packageType.*"gift"/)
    refusal(await put({ currency: 'eur' }), 'notInList', /currency.*"eur"/)
    for (const more of [
      { variantPricingCategory: 'guess' },
      { applicabilityType: 'magic' },
      { fuelTypeApplicabilityList: ['steam'] },
      { airIntakeApplicabilityList: ['none'] },
    ]) {
      const [name] = Object.keys(more)
      const body = { variants: [variant('v', [], more as never)] }
      refusal(await put(body), 'notInList', new RegExp(`variants\\[0\\]\\.${name}`))
    }
    refusal(
      await put({ variants: [variant('v', [item('1', 1, { itemCategory: 'air' as never })])] }),
      'notInList',
    )
    refusal(await put({ variants: [variant('v', [], { modelYearApplicabilityList: [19] })] }), 'outOfRange')
  })

  test('E3: currency and both amounts on every item are required, and named where they are missing', async () => {
    const client = await makeClient()
    const put = (body: object) => client.put('/packages/p', body)
    const { currency: _, ...bare } = simplePackage()
    refusal(await put(bare), 'missingField', /^currency: /)
    refusal(await put({}), 'missingField', /^currency: /)
    refusal(
      await put(
        simplePackage({ variants: [variant('v', [item('1', 1), item('2', undefined, { amountExVat: 1 })])] }),
      ),
      'missingPrice',
      /^variants\[0\]\.contents\[1\]\.amountIncVat: /,
    )
    refusal(await client.get('/packages/p'), 'noSuchResource')
  })

  test('E3: a fixed price needs its own prices, and keeps none of its items', async () => {
    const client = await makeClient()
    const fixed = (more: object) =>
      simplePackage({
        variants: [
          variant('v', [item('1', 10), item('2')], { variantPricingCategory: 'fixedVariantPrice', ...more }),
        ],
      })
    refusal(
      await client.put('/packages/p', fixed({ priceExVat: 5 })),
      'missingPrice',
      /variants\[0\]\.priceIncVat/,
    )
    await putPackage(client, 'p', fixed({ priceExVat: 5, priceIncVat: 6, partsPriceExVat: 4 }))
    const shown = first(await readPackage(client, 'p'))
    assert.deepEqual([shown.priceExVat, shown.priceIncVat, shown.partsPriceExVat], [5, 6, 4])
    assert.equal(shown.labourPriceExVat, undefined)
    assert.deepEqual(shown.contents, [item('1'), item('2')])
  })

  test('E5: an id with an exclamation mark is refused, in whatever dress', async () => {
    const client = await makeClient()
    for (const path of ['a!b', 'a%21b', 'a%EF%BC%81b', 'a%EF%B9%97b', 'a%2521b', '!']) {
      refusal(await client.put(`/packages/${path}`, simplePackage()), 'centralPackage', /centrally run/)
    }
    // Also one that exists, and whatever the body.
    const { dealer, id } = await masterAndDealer()
    refusal(await dealer.put(packagePath(id), simplePackage()), 'centralPackage')
    refusal(await dealer.put(packagePath(id), { currency: 'nonsense' }), 'centralPackage')
    assert.deepEqual((await client.get('/packages')).json().length, (await defaultsOf(client)).length)
  })

  const defaultsOf = async (client: TestClient): Promise<{ id: string }[]> =>
    (await client.get('/packages')).json<{ id: string }[]>().filter(({ id }) => id.startsWith('open!'))

  test('E5: a client that others name as their master may leave items unpriced, and the currency with them', async () => {
    const alone = await makeClient()
    const bare = { variants: [variant('v', [item('1')])] }
    refusal(await alone.put('/packages/p', bare), 'severalViolations', /currency.*amountExVat.*amountIncVat/s)
    await makeClient({ masters: [alone.id] })
    await putPackage(alone, 'p', bare)
    refusal(
      await alone.put('/packages/q', {
        variants: [variant('v', [item('1', undefined, { amountExVat: 1 })])],
      }),
      'severalViolations',
      /currency.*amountIncVat/s,
    )
  })

  test('ids of variants, and of items in a variant, occur once', async () => {
    const client = await makeClient()
    const put = (variants: PackageVariant[]) => client.put('/packages/p', simplePackage({ variants }))
    refusal(await put([variant('v', []), variant('v', [])]), 'duplicateId', /variants\[1\]\.id: "v"/)
    refusal(await put([variant('v', [item('1', 1), item('1', 1)])]), 'duplicateId', /contents\[1\]\.id: "1"/)
    const { id: _, ...nameless } = item('1', 1)
    await putPackage(
      client,
      'p',
      simplePackage({
        variants: [variant('a', [item('1', 1), nameless, nameless]), variant('b', [item('1', 1)])],
      }),
    )
    assert.equal(first(await readPackage(client, 'p')).priceExVat, 3)
  })

  test('A9: prices have no float dust and are rounded half up to the minor unit', async () => {
    const client = await makeClient()
    const price = async (currency: string, ...amounts: number[]) => {
      const contents = amounts.map((amount, index) =>
        item(`${index}`, undefined, { amountExVat: amount, amountIncVat: amount }),
      )
      await putPackage(client, 'p', simplePackage({ currency, variants: [variant('v', contents)] }))
      return first(await readPackage(client, 'p')).priceExVat
    }
    assert.equal(await price('EUR', 0.1, 0.2), 0.3)
    assert.equal(await price('EUR', 1.005), 1.01)
    assert.equal(await price('JPY', 1234.5), 1235)
    assert.equal(await price('KWD', 0.0005, 1), 1.001)
    assert.equal(await price('EUR', -1.005), -1.01)
    assert.equal(await price('EUR', 100, -0.1, -0.2), 99.7)
    assert.equal(await price('EUR', 0.004, 0.004), 0.01)
  })

  test('A9: amounts that add up beyond the limit of amounts are refused', async () => {
    const client = await makeClient()
    const huge = simplePackage({ variants: [variant('v', [item('1', 6e11), item('2', 6e11)])] })
    refusal(await client.put('/packages/p', huge), 'outOfRange', /add up/)
  })

  test('A10: bodies up to 8 MiB, 20,000 items in a variant', async () => {
    const client = await makeClient()
    const many = (count: number) =>
      simplePackage({
        variants: [
          variant(
            'v',
            Array.from({ length: count }, (_, at) => item(`${at}`, 0.01)),
          ),
        ],
      })
    const text = JSON.stringify(many(20_000))
    assert.ok(text.length > 1024 * 1024)
    assert.equal((await client.put('/packages/p', text)).statusCode, 201)
    assert.equal(first(await readPackage(client, 'p')).priceExVat, 200)
    refusal(await client.put('/packages/p', many(20_001)), 'tooLong', /variants\[0\]\.contents/)
    refusal(await client.put('/packages/p', ' '.repeat(8 * 1024 * 1024 + 1)), 'bodyTooLarge', /8388608/)
  })

  test('B4: the body is an object', async () => {
    const client = await makeClient()
    refusal(await client.put('/packages/p', []), 'wrongJsonType', /an array.*an object/)
  })

  test('B7: If-Match guards against a change in between', async () => {
    const client = await makeClient()
    const put = (more: object, etag: string) =>
      client.put('/packages/p', simplePackage(more), { 'if-match': etag })
    refusal(await put({}, '*'), 'preconditionFailed')
    await putPackage(client, 'p', simplePackage())
    const seen = (await client.get('/packages/p')).headers.etag as string
    await putPrices(client, 'p', priceList({ 1: 12 }))
    refusal(await put({ longText: 'x' }, seen), 'preconditionFailed')
    // Also when it would change nothing.
    const now = (await client.get('/packages/p')).json()
    refusal(await client.put('/packages/p', now, { 'if-match': seen }), 'preconditionFailed')
    const current = (await client.get('/packages/p')).headers.etag as string
    assert.equal((await put({ longText: 'x' }, current)).statusCode, 204)
  })

  test('F1: advisors and technicians may not, but may read', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', simplePackage())
    for (const role of ['advisor', 'technician'] as const) {
      const caller = await makeKey(client.id, role)
      refusal(await caller.put('/packages/p', simplePackage()), 'forbidden')
      refusal(await caller.put('/packages/p/prices', priceList({ 1: 1 })), 'forbidden')
      assert.equal((await caller.get('/packages/p')).statusCode, 200)
    }
    for (const role of ['manager', 'admin'] as const) {
      const caller = await makeKey(client.id, role)
      assert.equal((await caller.put('/packages/p', simplePackage())).statusCode, 204)
    }
  })

  test('of two clients with one id are two packages', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    await putPackage(one, 'p', simplePackage({ description: 'one' }))
    refusal(await other.get('/packages/p'), 'noSuchResource')
    await putPackage(other, 'p', simplePackage({ description: 'other' }))
    assert.equal((await readPackage(one, 'p')).description, 'one')
    refusal(await one.get(packagePath(`${other.id}!p`)), 'noSuchResource')
  })

  test('two requests that create it at once: one creates, one changes', async () => {
    const client = await makeClient()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => client.put('/packages/p', simplePackage({ longText: `${at}` }))),
    )
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, ...Array(7).fill(204)])
  })
})

describe('GET /packages', () => {
  test('E5: own packages by their id, those of masters as <master>!<id>, by id', async () => {
    const master = await makeClient({ masters: [] })
    const other = await makeClient({ masters: [] })
    const client = await makeClient({ masters: [master.id, other.id] })
    await putPackage(master, 'b', simplePackage({ description: 'From "the" master\n' }))
    await putPackage(other, 'a/ü', simplePackage({ description: 'Other' }))
    await putPackage(client, 'z', simplePackage({ description: 'Own' }))
    await putPackage(client, 'Z', { currency: 'EUR' })
    const listed = (await client.get('/packages')).json<{ id: string }[]>()
    const expected = [
      { id: 'Z', masterClient: client.id },
      { id: 'z', masterClient: client.id, description: 'Own' },
      { id: `${master.id}!b`, masterClient: master.id, description: 'From "the" master\n' },
      { id: `${other.id}!a/ü`, masterClient: other.id, description: 'Other' },
    ].sort((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(listed, expected)
    assert.deepEqual((await master.get('/packages')).json(), [
      { id: 'b', masterClient: master.id, description: 'From "the" master\n' },
    ])
  })

  test('is an empty array where there is nothing', async () => {
    const client = await makeClient({ masters: [] })
    const response = await client.get('/packages')
    assert.deepEqual([response.statusCode, response.body], [200, '[]'])
  })

  test('every package listed can be read, as it is and as its master keeps it', async () => {
    const client = await makeClient()
    await putPackage(client, 'own/1 ?', simplePackage())
    const listed = (await client.get('/packages')).json<{ id: string; description?: string }[]>()
    assert.ok(listed.some(({ id }) => id === 'open!brk-pads-f'))
    for (const { id, description } of listed) {
      for (const rest of ['', '/master']) {
        const { id: shown, description: name } = await readPackage(client, id, rest)
        assert.deepEqual([shown, name], [id, description])
      }
    }
  })
})

describe('GET /packages/{id} and /master', () => {
  test('404 where there is none, also for masters that are not the own ones', async () => {
    const { dealer, id } = await masterAndDealer()
    const stranger = await makeClient()
    for (const rest of ['', '/master']) {
      refusal(await dealer.get(packagePath('nothing', rest)), 'noSuchResource', /nothing/)
      refusal(await dealer.get(packagePath(`${id}x`, rest)), 'noSuchResource')
      refusal(await dealer.get(packagePath('p', rest)), 'noSuchResource')
      refusal(await stranger.get(packagePath(id, rest)), 'noSuchResource')
    }
  })

  test("E5: /master has neither the client's prices nor sums, and the id asked for", async () => {
    const { master, dealer, id } = await masterAndDealer()
    await putPrices(dealer, id, priceList({ 1: 10, 2: 20 }))
    const kept = {
      masterClient: master.id,
      description: 'Central',
      variants: [variant('v', [item('1'), item('2')])],
    }
    assert.deepEqual(await readPackage(dealer, id, '/master'), { id, ...kept })
    assert.deepEqual(await readPackage(master, 'p', '/master'), { id: 'p', ...kept })
    const shown = await readPackage(dealer, id)
    assert.deepEqual([shown.id, shown.masterClient, shown.currency], [id, master.id, 'EUR'])
    assert.deepEqual(amountsOf(shown), [
      [10, 12],
      [20, 24],
    ])
    assert.deepEqual([first(shown).priceExVat, first(shown).priceIncVat], [30, 36])
    assert.equal(first(await readPackage(master, 'p')).priceExVat, undefined)
  })

  test("E5: /master of an own package has its prices, which are the master's", async () => {
    const client = await makeClient()
    await putPackage(client, 'p', simplePackage())
    const kept = await readPackage(client, 'p', '/master')
    assert.deepEqual(kept, { id: 'p', masterClient: client.id, ...simplePackage() })
  })

  test('B7: both have an ETag and reply 304', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', simplePackage())
    for (const path of ['/packages/p', '/packages/p/master']) {
      const { headers } = await client.get(path)
      assert.equal((await client.get(path, { 'if-none-match': headers.etag as string })).statusCode, 304)
    }
  })

  test('a package without variants has none', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', { currency: 'EUR' })
    const expected = { id: 'p', masterClient: client.id, currency: 'EUR' }
    assert.deepEqual(await readPackage(client, 'p'), expected)
    assert.deepEqual(await readPackage(client, 'p', '/master'), expected)
  })
})
