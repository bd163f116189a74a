// Price lists over HTTP: for own and for centrally run packages (E3, E4).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeClient } from '../support/api.ts'
import {
  amountsOf,
  first,
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
import { refusal } from '../support/scenes.ts'

describe('PUT /packages/{id}/prices', () => {
  const twoItems = simplePackage({ variants: [variant('v', [item('1', 10), item('2', 20)])] })

  test('E4: merges into an own package: what is not named keeps its price', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', twoItems)
    await putPrices(client, 'p', { id: 'p', ...priceList({ 2: 25 }) })
    const shown = await readPackage(client, 'p')
    assert.deepEqual(amountsOf(shown), [
      [10, 12],
      [25, 30],
    ])
    assert.equal(first(shown).priceExVat, 35)
    assert.equal(shown.description, 'Simple')
  })

  test('E4: merges for a central package, per client, and leaves the master alone', async () => {
    const { master, dealer, id } = await masterAndDealer()
    const second = await makeClient({ masters: [master.id] })
    await putPrices(dealer, id, priceList({ 1: 10 }))
    assert.equal(
      first(await readPackage(dealer, id)).priceExVat,
      undefined,
      'no price while an item has none',
    )
    await putPrices(dealer, id, priceList({ 2: 5 }))
    assert.deepEqual(first(await readPackage(dealer, id)).priceExVat, 15)
    await putPrices(second, id, priceList({ 1: 1, 2: 2 }, 'USD'))
    assert.deepEqual(first(await readPackage(dealer, id)).priceExVat, 15)
    assert.deepEqual((await readPackage(second, id)).currency, 'USD')
    assert.deepEqual((await readPackage(master, 'p')).currency, undefined)
  })

  test('E4: another currency than before drops the old prices', async () => {
    const { dealer, id } = await masterAndDealer()
    await putPackage(dealer, 'own', twoItems)
    for (const at of ['own', id]) {
      await putPrices(dealer, at, priceList({ 1: 10, 2: 20 }))
      await putPrices(dealer, at, priceList({ 2: 500 }, 'CZK'))
      const shown = await readPackage(dealer, at)
      assert.equal(shown.currency, 'CZK')
      assert.deepEqual(amountsOf(shown), [
        [undefined, undefined],
        [500, 600],
      ])
      assert.equal(first(shown).priceExVat, undefined)
      await putPrices(dealer, at, priceList({ 1: 1, 2: 2 }))
      assert.equal(first(await readPackage(dealer, at)).priceExVat, 3)
    }
  })

  test('E3: prices of the master hold where the client has none in that currency', async () => {
    const { dealer, id } = await masterAndDealer({
      currency: 'EUR',
      variants: [
        variant('v', [item('1', 10, { discountAmountExVat: 8, discountAmountIncVat: 9.6 }), item('2', 20)]),
      ],
    })
    const before = first(await readPackage(dealer, id))
    assert.deepEqual([before.priceExVat, before.discountPriceExVat], [30, 28])
    await putPrices(dealer, id, priceList({ 1: 5 }))
    const after = first(await readPackage(dealer, id))
    assert.deepEqual([after.priceExVat, after.discountPriceExVat], [25, undefined])
    await putPrices(dealer, id, priceList({ 1: 5 }, 'USD'))
    assert.equal(first(await readPackage(dealer, id)).priceExVat, undefined)
  })

  test('E3: with oemPricing the prices are accepted and not used', async () => {
    const { master, dealer, id } = await masterAndDealer({
      currency: 'EUR',
      oemPricing: true,
      variants: [variant('v', [item('1', 10), item('2', 20)])],
    })
    await putPrices(dealer, id, priceList({ 1: 1, 2: 2 }, 'USD'))
    const shown = await readPackage(dealer, id)
    assert.deepEqual([shown.currency, first(shown).priceExVat], ['EUR', 30])
    // The master is the one who sets them.
    await putPrices(master, 'p', priceList({ 1: 11 }))
    assert.equal(first(await readPackage(dealer, id)).priceExVat, 31)
  })

  test('E4: currency and both amounts are needed, everything else is ignored', async () => {
    const client = await makeClient()
    await putPackage(client, 'p', twoItems)
    const put = (body: object) => client.put('/packages/p/prices', body)
    const { currency: _, ...bare } = priceList({ 1: 1 })
    refusal(await put(bare), 'missingField', /^currency/)
    for (const name of ['amountExVat', 'amountIncVat']) {
      const contents = [{ id: '1', amountExVat: 1, amountIncVat: 1, [name]: null }]
      refusal(
        await put({ currency: 'EUR', variants: [{ id: 'v', contents }] }),
        'missingField',
        new RegExp(`^variants\\[0\\]\\.contents\\[0\\]\\.${name}`),
      )
    }
    await putPrices(client, 'p', {
      ...(await readPackage(client, 'p')),
      description: 'changed',
      packageType: 'odd',
    })
    assert.equal((await readPackage(client, 'p')).description, 'Simple')
  })

  test('E4: an unknown variant or item is a 400, and nothing is changed', async () => {
    const { dealer, id } = await masterAndDealer()
    await putPackage(dealer, 'own', twoItems)
    for (const at of ['own', id]) {
      await putPrices(dealer, at, priceList({ 1: 10, 2: 20 }))
      const before = await readPackage(dealer, at)
      const put = (body: object) => dealer.put(packagePath(at, '/prices'), body)
      refusal(await put(priceList({ 1: 7, 9: 1 })), 'unknownItem', /contents\[1\]\.id: "9"/)
      const known = priceList({ 1: 7 }).variants
      refusal(
        await put({ currency: 'EUR', variants: [...known, { id: 'w', contents: [] }] }),
        'unknownItem',
        /variants\[1\]\.id: "w"/,
      )
      refusal(await put(priceList({ 9: 1 }, 'USD')), 'unknownItem')
      refusal(
        await put({ currency: 'EUR', variants: [...known, ...known] }),
        'duplicateId',
        /variants\[1\]\.id/,
      )
      assert.deepEqual(await readPackage(dealer, at), before)
    }
  })

  test('E3: items of a fixed variant are known, and their prices not kept', async () => {
    const fixed = { variantPricingCategory: 'fixedVariantPrice', priceExVat: 50, priceIncVat: 60 } as const
    const body = { currency: 'EUR', variants: [variant('v', [item('1')], fixed)] }
    const { dealer, id } = await masterAndDealer(body)
    await putPackage(dealer, 'own', body)
    for (const at of ['own', id]) {
      await putPrices(dealer, at, priceList({ 1: 7 }))
      const shown = first(await readPackage(dealer, at))
      assert.deepEqual([shown.priceExVat, shown.contents], [50, [item('1')]])
      await putPrices(dealer, at, priceList({ 1: 7 }, 'USD'))
      assert.equal(first(await readPackage(dealer, at)).priceExVat, undefined, 'euros are no dollars')
    }
  })

  test('B2: 404 of the package goes before 400 of the fields', async () => {
    const { dealer, id } = await masterAndDealer()
    for (const at of ['nothing', `${id}x`, 'open!nothing', 'nobody!p']) {
      refusal(await dealer.put(packagePath(at, '/prices'), { currency: 1 }), 'noSuchResource')
    }
    refusal(await dealer.put(packagePath(id, '/prices'), { currency: 1 }), 'wrongType')
    refusal(await dealer.put(packagePath('nothing', '/prices'), []), 'wrongJsonType')
  })

  test('A5: the id in the body is the one in the path, as it was asked for', async () => {
    const { dealer, id } = await masterAndDealer()
    refusal(await dealer.put(packagePath(id, '/prices'), { id: 'p', ...priceList({ 1: 1 }) }), 'idMismatch')
    await putPrices(dealer, id, { ...(await readPackage(dealer, id, '/master')), ...priceList({ 1: 1 }) })
  })

  test('the nightly routine: list, read each from its master, send a price for every item', async () => {
    const client = await makeClient()
    await putPackage(client, 'own', twoItems)
    const listed = (await client.get('/packages')).json<{ id: string }[]>()
    assert.ok(listed.length > 36)
    for (const { id } of listed) {
      const kept = await readPackage(client, id, '/master')
      const variants = (kept.variants ?? []).map(({ id: at, contents = [] }) => ({
        id: at,
        contents: contents.map((line, index) => ({
          id: line.id,
          amountExVat: index + 1,
          amountIncVat: index + 1.2,
        })),
      }))
      await putPrices(client, id, { id, currency: 'EUR', variants })
      for (const one of (await readPackage(client, id)).variants ?? []) {
        const count = one.contents?.length ?? 0
        assert.equal(one.priceExVat, (count * (count + 1)) / 2, `${id} ${one.id}`)
      }
    }
  })

  test('10,000 items in one list, twice, and 20,001 are too many', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `item-${at}`)
    const { dealer, id } = await masterAndDealer({
      variants: [
        variant(
          'v',
          ids.map((at) => item(at)),
        ),
      ],
    })
    const list = (exVat: number) => priceList(Object.fromEntries(ids.map((at) => [at, exVat])))
    for (const exVat of [0.1, 0.2]) {
      await putPrices(dealer, id, list(exVat))
      const { priceExVat, priceIncVat } = first(await readPackage(dealer, id))
      assert.deepEqual([priceExVat, priceIncVat], [exVat * 10_000, exVat * 12_000])
    }
    const [many] = priceList(Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [at, 1]))).variants
    refusal(await dealer.put(packagePath(id, '/prices'), { currency: 'EUR', variants: [many] }), 'tooLong')
  })

  test('a long list is judged like a short one, and replies with the tag of what is read then', async () => {
    const client = await makeClient()
    const ids = Array.from({ length: 2_000 }, (_, at) => `item-${at}`)
    const contents = ids.map((at) => item(at, 1))
    await putPackage(client, 'own', { currency: 'EUR', variants: [variant('v', contents)] })
    const list = (...more: string[]) => priceList(Object.fromEntries([...ids, ...more].map((at) => [at, 5])))
    const at = packagePath('own', '/prices')
    const before = await client.get(packagePath('own'))
    refusal(await client.put(at, list('other')), 'unknownItem')
    refusal(await client.put(at, { ...list(), id: 'else' }), 'idMismatch')
    refusal(await client.put(at, { ...list(), currency: 'euro' }), 'notInList')
    refusal(await client.put(at, JSON.stringify(list()).slice(0, -1)), 'malformedJson')
    refusal(await client.put(at, Object.values(list())), 'wrongJsonType')
    refusal(
      await client.put(packagePath('none', '/prices'), { ...list(), currency: 'euro' }),
      'noSuchResource',
    )
    refusal(await client.put(at, list(), { 'if-match': '"other"' }), 'preconditionFailed')
    assert.equal((await client.get(packagePath('own'))).headers.etag, before.headers.etag)
    const changed = await client.put(at, list(), { 'if-match': String(before.headers.etag) })
    assert.equal(changed.statusCode, 204)
    const after = await client.get(packagePath('own'))
    assert.equal(after.headers.etag, changed.headers.etag)
    assert.equal(first(after.json()).priceExVat, 10_000)
  })

  test('lists that arrive at once for different items are all kept', async () => {
    const ids = Array.from({ length: 32 }, (_, at) => `${at}`)
    const { dealer, id } = await masterAndDealer({
      variants: [
        variant(
          'v',
          ids.map((at) => item(at)),
        ),
      ],
    })
    await putPackage(dealer, 'own', {
      currency: 'EUR',
      variants: [
        variant(
          'v',
          ids.map((at) => item(at, 1)),
        ),
      ],
    })
    for (const at of ['own', id]) {
      await Promise.all(ids.map((one) => putPrices(dealer, at, priceList({ [one]: 100 + Number(one) }))))
      const amounts = amountsOf(await readPackage(dealer, at))?.map(([exVat]) => exVat)
      assert.deepEqual(
        amounts,
        ids.map((one) => 100 + Number(one)),
        at,
      )
    }
  })

  test('lists in two currencies at once: the last one stands whole', async () => {
    const { dealer, id } = await masterAndDealer()
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        putPrices(dealer, id, priceList({ 1: at, 2: at }, at % 2 ? 'EUR' : 'USD')),
      ),
    )
    const shown = await readPackage(dealer, id)
    const [[one], [two]] = amountsOf(shown) as [[number], [number]]
    assert.equal(one, two)
    assert.equal(shown.currency, one % 2 ? 'EUR' : 'USD')
  })
})
