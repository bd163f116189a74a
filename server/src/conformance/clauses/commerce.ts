// Chapter E: packages, prices, where packages are offered, and quotes. Packages cannot be removed through the interface, so theirs
// are the same ones in every run, and no binding outlives its clause.
import { type Chapter, clause, ours } from '../clause.ts'
import type { Answer, Json } from '../exchange.ts'
import type { Fields, Kit, Survey, Thing } from '../kit.ts'
import { labour, material, newQuote, simplePackage } from './things.ts'

const packagePath = (id: string, rest = '') => `/packages/${encodeURIComponent(id)}${rest}`

/** A package of the kit with these contents, whatever it had before. */
async function putPackage(kit: Kit, stem: string, body: Fields = simplePackage()): Promise<string> {
  const id = kit.lastingId(stem)
  ;(await kit.put(packagePath(id), body)).is(201, 204)
  return id
}

async function variantsOf(
  kit: Kit,
  id: string,
  rest = '',
): Promise<{ answer: Answer; variants: Map<string, Json> }> {
  const answer = (await kit.get(packagePath(id, rest))).is(200)
  const variants: Json[] = answer.at('variants') ?? []
  return { answer, variants: new Map(variants.map((one) => [one.id, one])) }
}

interface Place {
  order: Thing
  survey: Survey
  questionId: string
  answerId: string
  templatePath: string
  /** Binds packages to the answer at the order's own branch; the binding ends with the clause. */
  bind(packageIds: string[]): Promise<Answer>
  /** The variants of a package that are offered on the answer, by their ids. */
  offered(packageId: string): Promise<{ answer: Answer; ids: string[] }>
}

/** An order with a survey, and an answer of its template to which the client has bound nothing. */
async function makePlace(kit: Kit, vehicle: Fields = {}): Promise<Place> {
  const order = await kit.newOrder({ currency: 'EUR', vehicle })
  const read = await order.read()
  const survey = await order.survey()
  const templatePath = `/survey-templates/${encodeURIComponent(read.at('surveys.0.templateId'))}/package-assignment`
  const bound = (await kit.get(templatePath)).is(200).list()
  const isFree = (questionId: string, answerId: string) =>
    !bound.some((one) => one.questionId === questionId && one.answerId === answerId)
  const question = await survey.question(({ id, answers }) => answers.some((one) => isFree(id, one.id)))
  const questionId = question.id
  const answerId = question.answers.find((one) => isFree(questionId, one.id))?.id ?? ''
  const { siteId, branchId } = read.json
  const instruction = (packageIds: string[]) => [{ questionId, answerId, packageIds, siteId, branchId }]
  return {
    order,
    survey,
    questionId,
    answerId,
    templatePath,
    async bind(packageIds) {
      kit.onEnd(`the binding of ${questionId}, ${answerId}`, () => kit.put(templatePath, instruction([])))
      return kit.put(templatePath, instruction(packageIds))
    },
    async offered(packageId) {
      const { answer, answers } = await survey.answersOf(questionId)
      const packages = answers.find(({ id }) => id === answerId)?.packages ?? []
      const found = packages.find(({ id }) => id === packageId)
      return { answer, ids: (found?.variants ?? []).map(({ id }: Json) => String(id)) }
    },
  }
}

const assigning = { turn: 'assignment' } as const

export const commerce: Chapter = {
  title: 'Packages, prices and quotes',
  clauses: [
    clause(
      'S13',
      'The list of packages is a bare array with id, masterClient and description',
      async (kit) => {
        const id = await putPackage(kit, 's13')
        const answer = (await kit.get('/packages')).is(200)
        const found = answer.list().find((one) => one.id === id)
        answer.expect(
          found?.masterClient === kit.target.client,
          `${id} with masterClient = ${kit.target.client}`,
        )
        answer.expect(typeof found?.description === 'string', 'description of the package')
      },
      { where: 'E5' },
    ),
    clause(
      'S14',
      'A package that does not exist is 404, and so are its prices',
      async (kit) => {
        const id = 'conformance-none'
        ;(await kit.get(packagePath(id))).isRefused(404)
        ;(await kit.get(packagePath(id, '/master'))).isRefused(404)
        ;(await kit.put(packagePath(id, '/prices'), { currency: 'EUR', variants: [] })).isRefused(404)
      },
      { where: 'E4' },
    ),
    clause(
      'E1.1',
      'Only variants that fit the vehicle are offered',
      async (kit) => {
        const id = await putPackage(kit, 'e1')
        const place = await makePlace(kit, { fuelType: 'diesel' })
        ;(await place.bind([id])).is(204)
        const { answer, ids } = await place.offered(id)
        answer.expect(ids.join() === 'any', `${id} with the variant any alone, for a diesel`)
      },
      assigning,
    ),
    clause(
      'E1.2',
      'An attribute that the vehicle does not have does not filter',
      async (kit) => {
        const id = await putPackage(kit, 'e1-2')
        const place = await makePlace(kit)
        ;(await place.bind([id])).is(204)
        const { answer, ids } = await place.offered(id)
        answer.expect(ids.sort().join() === 'any,petrol', `${id} with both variants`)
      },
      assigning,
    ),
    clause(
      'E3.1',
      'The price of a variant is the sum of its items, labour and parts apart, without dust',
      async (kit) => {
        const { answer, variants } = await variantsOf(kit, await putPackage(kit, 'e3'))
        const wanted = {
          priceExVat: 0.3,
          priceIncVat: 0.36,
          labourPriceExVat: 0.1,
          labourPriceIncVat: 0.12,
          partsPriceExVat: 0.2,
          partsPriceIncVat: 0.24,
        }
        for (const [name, value] of Object.entries(wanted))
          answer.expect(variants.get('petrol')?.[name] === value, `${name} = ${value} of the variant petrol`)
        answer.expect(variants.get('any')?.partsPriceExVat === 0, 'partsPriceExVat = 0 of the variant any')
      },
    ),
    clause('E3.2', 'An own package needs its currency, and each item both amounts', async (kit) => {
      const path = packagePath(kit.lastingId('e3-2'))
      ;(await kit.put(path, simplePackage({ currency: null }))).isRefused(400, 'currency')
      const { amountIncVat: _, ...half } = labour('1', 10, 12)
      ;(await kit.put(path, simplePackage({ variants: [{ id: 'v', contents: [half] }] }))).isRefused(
        400,
        'amountIncVat',
      )
    }),
    clause('E3.3', 'A fixed price of a variant is kept as it was sent', async (kit) => {
      const fixed = {
        id: 'fixed',
        variantPricingCategory: 'fixedVariantPrice',
        priceExVat: 150,
        priceIncVat: 178.5,
        labourPriceExVat: 90,
        labourPriceIncVat: 107.1,
        partsPriceExVat: 60,
        partsPriceIncVat: 71.4,
        contents: [{ id: '1', itemCategory: 'labour', description: 'All of it' }],
      }
      const id = await putPackage(kit, 'e3-3', simplePackage({ variants: [fixed] }))
      const { answer, variants } = await variantsOf(kit, id)
      answer.expect(variants.get('fixed')?.priceIncVat === 178.5, 'priceIncVat = 178.5')
    }),
    clause('E4.1', 'PUT of prices merges: items not named keep their price; sums follow', async (kit) => {
      const id = await putPackage(kit, 'e4')
      const prices = {
        currency: 'EUR',
        variants: [{ id: 'petrol', contents: [{ id: '2', amountExVat: 10, amountIncVat: 12 }] }],
      }
      ;(await kit.put(packagePath(id, '/prices'), prices)).is(204)
      const { answer, variants } = await variantsOf(kit, id)
      answer.expect(
        variants.get('petrol')?.priceExVat === 10.1,
        'priceExVat = 10.1 of petrol: 0.1 as before and 10',
      )
      answer.expect(variants.get('any')?.priceExVat === 100, 'priceExVat = 100 of any, as before')
    }),
    clause('E4.2', 'Prices need the currency and both amounts of each item', async (kit) => {
      const id = await putPackage(kit, 'e4-2')
      const contents = [{ id: '1', amountExVat: 1, amountIncVat: 1 }]
      ;(await kit.put(packagePath(id, '/prices'), { variants: [{ id: 'any', contents }] })).isRefused(
        400,
        'currency',
      )
      const half = { currency: 'EUR', variants: [{ id: 'any', contents: [{ id: '1', amountExVat: 1 }] }] }
      ;(await kit.put(packagePath(id, '/prices'), half)).isRefused(400, 'amountIncVat')
    }),
    clause(
      'E4.3',
      'An unknown variant or item in a price list is a 400, and nothing changes',
      async (kit) => {
        const id = await putPackage(kit, 'e4-3')
        const good = { id: 'any', contents: [{ id: '1', amountExVat: 7, amountIncVat: 8 }] }
        for (const bad of [
          { id: 'none', contents: good.contents },
          { id: 'petrol', contents: [{ ...good.contents[0], id: '9' }] },
        ])
          (await kit.put(packagePath(id, '/prices'), { currency: 'EUR', variants: [good, bad] })).isRefused(
            400,
          )
        const { answer, variants } = await variantsOf(kit, id)
        answer.expect(variants.get('any')?.priceExVat === 100, 'priceExVat = 100 of any, as before')
      },
    ),
    clause('E5.1', 'The id of an own package has no exclamation mark', async (kit) => {
      for (const id of ['conformance!x', 'conformance%21x'])
        (await kit.put(`/packages/${id}`, simplePackage())).isRefused(400, '!')
    }),
    clause(
      'E5.2',
      '/master has the package without computed sums, under the id that was asked for',
      async (kit) => {
        const id = await putPackage(kit, 'e5')
        const { answer, variants } = await variantsOf(kit, id, '/master')
        answer.has('id', id)
        answer.expect(variants.get('petrol')?.priceExVat === undefined, 'no priceExVat on the variant petrol')
      },
    ),
    clause('E5.3', 'A package is replaced by PUT: variants and items left out are gone', async (kit) => {
      const id = await putPackage(kit, 'e5-3')
      ;(
        await kit.put(
          packagePath(id),
          simplePackage({ variants: [{ id: 'only', contents: [material('1', 5, 6)] }] }),
        )
      ).is(204)
      const { answer, variants } = await variantsOf(kit, id)
      answer.expect([...variants.keys()].join() === 'only', 'the variant only, and no other')
    }),
    clause(
      'E6.1',
      'A binding is set, listed by GET and taken back by an empty list',
      async (kit) => {
        const id = await putPackage(kit, 'e6')
        const place = await makePlace(kit)
        const isBound = ({ questionId, answerId, packageIds }: Json) =>
          questionId === place.questionId && answerId === place.answerId && packageIds.includes(id)
        ;(await place.bind([id])).is(204)
        const after = (await kit.get(place.templatePath)).is(200)
        after.expect(after.list().some(isBound), `${id} at ${place.questionId}, ${place.answerId}`)
        ;(await place.bind([])).is(204)
        const end = (await kit.get(place.templatePath)).is(200)
        end.expect(!end.list().some(isBound), `no ${id} at ${place.questionId}, ${place.answerId}`)
      },
      assigning,
    ),
    clause(
      'E6.2',
      'Instructions are applied all or none: a wrong one is a 400 and leaves nothing',
      async (kit) => {
        const id = await putPackage(kit, 'e6-2')
        const { questionId, answerId, templatePath } = await makePlace(kit)
        const before = (await kit.get(templatePath)).is(200).json
        const good = { questionId, answerId, packageIds: [id] }
        kit.onEnd(`the binding of ${questionId}, ${answerId}`, () =>
          kit.put(templatePath, [{ ...good, packageIds: [] }]),
        )
        for (const bad of [
          { ...good, questionId: 'conformance-none' },
          { ...good, answerId: 'conformance-none' },
          { ...good, packageIds: ['conformance-none'] },
          { ...good, siteId: 'conformance-none' },
          { ...good, branchId: kit.target.dealerCode },
        ])
          (await kit.put(templatePath, [good, bad])).isRefused(400)
        const after = (await kit.get(templatePath)).is(200)
        after.expect(after.text === JSON.stringify(before), 'the bindings as before')
      },
      assigning,
    ),
    clause('E7.1', 'A quote comes back as it was sent, by itself and in the list', async (kit) => {
      const survey = await (await kit.newOrder({ currency: 'EUR' })).survey()
      const { path, body } = await newQuote(survey, 'q1')
      ;(await kit.put(path, body)).is(201)
      const read = (await kit.get(path)).is(200).has('id', 'q1').has('category', 'quote')
      for (const name of ['currency', 'questionId', 'answerId', 'description']) read.has(name, body[name])
      read.has('contents.0.amountExVat', 77.7)
      const list = (await kit.get(`${survey.path}/quotes`)).is(200)
      list.expect(
        list.list().some(({ id }) => id === 'q1'),
        'an array with the quote q1',
      )
      ;(await kit.get(`${survey.path}/quotes/none`)).isRefused(404)
    }),
    clause('E7.2', 'PUT replaces a quote, with its approval', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { path, body } = await newQuote(survey, 'q1')
      const approval = { approvalStatus: 'approved', approvalMedium: 'phone', approvalDate: '2026-11-16' }
      ;(await kit.put(path, { ...body, ...approval })).is(201)
      const read = (await kit.get(path)).is(200)
      for (const [name, value] of Object.entries(approval)) read.has(name, value)
      ;(await kit.put(path, body)).is(204)
      ;(await kit.get(path)).is(200).lacks('approvalStatus', 'approvalMedium')
    }),
    clause('E7.3', 'A quote names a question and answer of the survey, and not upSale', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { path, body } = await newQuote(survey, 'q1')
      for (const place of [
        { questionId: 'conformance-none' },
        { answerId: 'conformance-none' },
        { questionId: 'upSale', answerId: 'upSale' },
      ])
        (await kit.put(path, { ...body, ...place })).isRefused(400)
    }),
    clause('E7.4', 'Items of a quote need amountExVat; currency and category are required', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { path, body } = await newQuote(survey, 'q1')
      const { amountExVat: _, ...free } = labour('1', 1, 1)
      ;(await kit.put(path, { ...body, contents: [free] })).isRefused(400, 'amountExVat')
      ;(await kit.put(path, { ...body, currency: null })).isRefused(400, 'currency')
      ;(await kit.put(path, { ...body, category: undefined })).isRefused(400, 'category')
      ;(await kit.put(path, { ...body, approvalStatus: 'perhaps' })).isRefused(400, 'approvalStatus')
    }),
    clause(
      'E7.5',
      'packageId and variantId come together and name a variant that is offered',
      async (kit) => {
        const id = await putPackage(kit, 'e7')
        const place = await makePlace(kit)
        ;(await place.bind([id])).is(204)
        const { questionId, answerId } = place
        const { path, body: any } = await newQuote(place.survey, 'q1')
        const body = { ...any, questionId, answerId }
        ;(await kit.put(path, { ...body, packageId: id })).isRefused(400)
        ;(await kit.put(path, { ...body, packageId: id, variantId: 'none' })).isRefused(400)
        ;(await kit.put(path, { ...body, packageId: id, variantId: 'any' })).is(201)
        ;(await kit.get(path)).is(200).has('packageId', id).has('variantId', 'any')
      },
      assigning,
    ),
    clause('E8.1', 'Automatic quotes cannot be made by PUT', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { path, body } = await newQuote(survey, 'auto')
      const automatic = { ...body, category: 'upsaleQuote', questionId: 'upSale', answerId: 'upSale' }
      ;(await kit.put(path, { ...automatic, packageId: 'p', variantId: 'v' })).is(400, 404)
    }),
    clause(
      'E8.2',
      'All automatic quotes of a survey are listed, even invisible ones',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        ;(await kit.get(`${survey.path}/upsale-quotes`)).is(200).list()
        ;(await kit.get(`${survey.path}/upsale-quotes/none`)).isRefused(404)
      },
      ours,
    ),
    clause(
      'E9.1',
      'A quote of the DMS can be removed: 204, then 404',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        const { path, body } = await newQuote(survey, 'q1')
        ;(await kit.put(path, body)).is(201)
        ;(await kit.delete(path)).is(204)
        ;(await kit.get(path)).isRefused(404)
      },
      ours,
    ),
  ],
}
