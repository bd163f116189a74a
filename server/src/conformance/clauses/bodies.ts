// Chapter A: what a body means. PUT replaces, null is absent, lists are closed, values come back in canonical form, limits hold.
import { type Chapter, clause, watch } from '../clause.ts'
import { Unmet } from '../exchange.ts'

const person = { id: 'conformance-person', firstName: 'Ada', lastName: 'Example' }
const item = {
  id: '1',
  itemCategory: 'labour',
  description: 'Inspection',
  quantity: 1,
  unitOfMeasure: 'hour',
}
const units = ['mm', 'm', 'km', 'mi', 'in', '%', 'hour', 'ea', 'pac', 'l', 'ml', 'kg', 'g', 'Cel', 'Fa', 'K']
const aliases = { mile: 'mi', inch: 'in', hr: 'hour', pc: 'ea', liter: 'l' }

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value as object).some(hasNull))

/** A value that a closed list does not have, where it stands in a body, and the field the refusal must name. */
const outside: [field: string, body: Record<string, unknown>][] = [
  ['fuelType', { vehicle: { fuelType: 'coal' } }],
  ['mileageUnit', { vehicle: { mileageUnit: 'furlong' } }],
  ['airIntakeType', { vehicle: { airIntakeType: 'bellows' } }],
  ['gender', { customer: { category: 'person', gender: 'robot' } }],
  ['category', { customer: { category: 'alien' } }],
  ['itemCategory', { contents: [{ ...item, itemCategory: 'magic' }] }],
  ['unitOfMeasure', { contents: [{ ...item, unitOfMeasure: 'pcs' }] }],
]

export const bodies: Chapter = {
  title: 'Bodies',
  clauses: [
    clause('A1.1', 'PUT replaces an order: a field left out is unset', async (kit) => {
      const order = await kit.newOrder({ externalId: 'first', description: 'Noise', customer: person })
      await order.change({ externalId: 'second' })
      ;(await order.read()).has('externalId', 'second').lacks('description', 'customer')
    }),
    clause('A1.2', 'A field that is null is unset, as if it were left out', async (kit) => {
      const order = await kit.newOrder({ description: 'Noise', vehicle: { make: 'Example', model: 'One' } })
      await order.change({ description: null, vehicle: { make: 'Example', model: null, warrantyOn: null } })
      ;(await order.read()).has('vehicle.make', 'Example').lacks('description', 'vehicle.model')
    }),
    clause('A1.3', 'The reply of a GET may be sent back by PUT, and nothing changes', async (kit) => {
      const order = await kit.newOrder({
        description: 'Noise',
        customer: person,
        currency: 'EUR',
        contents: [{ ...item, amountExVat: 100, amountIncVat: 119 }],
        technicianSurveyRelease: true,
      })
      const { json } = await order.read()
      await order.change(json)
      const again = await order.read()
      for (const name of Object.keys(json)) again.has(name, json[name])
    }),
    clause('A1.4', 'PUT replaces a lead: a field left out is unset', async (kit) => {
      const lead = await kit.newLead({ externalId: 'first', description: 'Review', customer: person })
      await lead.change({ externalId: 'second' })
      ;(await lead.read()).has('externalId', 'second').lacks('description', 'customer')
    }),
    clause(
      'A1.5',
      'Objects inside an order are replaced whole, and not mixed with the former ones',
      async (kit) => {
        const order = await kit.newOrder({ vehicle: { make: 'Example', model: 'One', colour: 'red' } })
        await order.change({ vehicle: { make: 'Example', model: 'Two' } })
        ;(await order.read()).has('vehicle.model', 'Two').lacks('vehicle.colour')
      },
    ),
    watch(
      'S1',
      'No reply has a null: what is unset is left out',
      (answer) => {
        if (hasNull(answer.parsed() ?? '')) throw new Unmet('a body without null', answer)
      },
      { where: 'bodies' },
    ),
    clause('A2.1', 'Release flags keep their value when a PUT leaves them out', async (kit) => {
      const order = await kit.newOrder({ technicianSurveyRelease: true, qcSurveyRelease: false })
      await order.change({ description: 'Later' })
      ;(await order.read()).has('technicianSurveyRelease', true).has('qcSurveyRelease', false)
    }),
    clause('A2.2', 'A release flag that is null keeps its value as well; false changes it', async (kit) => {
      const order = await kit.newOrder({ technicianSurveyRelease: true })
      await order.change({ technicianSurveyRelease: null })
      ;(await order.read()).has('technicianSurveyRelease', true)
      await order.change({ technicianSurveyRelease: false })
      ;(await order.read()).has('technicianSurveyRelease', false)
    }),
    clause(
      'A2.3',
      'A lead without deals keeps them; with deals, even none, it replaces them all',
      async (kit) => {
        const lead = await kit.newLead({ deals: [{ id: 'd1', orderId: 'P-1' }] })
        await lead.change({ description: 'Later' })
        const kept = await lead.read()
        kept.expect(kept.at('deals')?.[0]?.id === 'd1', 'deals with d1, which the PUT left out')
        await lead.change({ deals: [] })
        ;(await lead.read()).has('deals', [])
      },
    ),
    clause(
      'A3.1',
      'What the service owns is ignored in an order: surveys, branchId, siteId, siteName',
      async (kit) => {
        const order = await kit.newOrder()
        const before = await order.read()
        await order.change({
          surveys: [{ id: 'made-up', surveyType: 'QC', templateId: 'made-up' }],
          branchId: 'made-up',
          siteId: 'made-up',
          siteName: 'Made up',
        })
        const after = await order.read()
        for (const name of ['surveys', 'branchId', 'siteId', 'siteName']) after.has(name, before.at(name))
      },
    ),
    clause(
      'A3.2',
      'Corrected contact data belong to the service: modifiedEmail is ignored on input',
      async (kit) => {
        const order = await kit.newOrder({
          customer: { ...person, email: 'ada@example.org', modifiedEmail: 'other@example.org' },
        })
        ;(await order.read()).has('customer.email', 'ada@example.org').lacks('customer.modifiedEmail')
      },
    ),
    clause('A3.3', 'id and custom of an answer are ignored on input', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id: questionId } = await survey.question()
      const { id } = await survey.add(questionId, { id: 'made-up', custom: false, value: 'Own words' })
      const { answer, answers } = await survey.answersOf(questionId)
      const added = answers.find((one) => one.id === id)
      answer.expect(
        id !== 'made-up' && added?.custom === true,
        'an answer with an id of the service and custom = true',
      )
    }),
    clause('A4.1', 'A field that the interface does not know is dropped without an error', async (kit) => {
      const order = kit.order()
      ;(await order.put({ conformanceUnknown: 1, vehicle: { make: 'Example', unknownToo: [1] } })).isDone()
      ;(await order.read()).has('vehicle.make', 'Example').lacks('conformanceUnknown', 'vehicle.unknownToo')
    }),
    clause('A4.2', 'A value outside of a closed list is a 400 that names the field', async (kit) => {
      for (const [field, body] of outside) (await kit.order().put(body)).isRefused(400, field)
    }),
    clause('A4.3', 'A currency is a real ISO 4217 code in capitals', async (kit) => {
      for (const currency of ['eur', 'XQZ', 'EURO']) {
        ;(await kit.order().put({ currency })).isRefused(400, 'currency')
      }
      const order = await kit.newOrder({ currency: 'JPY' })
      ;(await order.read()).has('currency', 'JPY')
    }),
    clause(
      'A4.4',
      'Open lists take any value: make, serviceOrderType, labourType, materialGroup',
      async (kit) => {
        const order = await kit.newOrder({
          serviceOrderType: 'conformance',
          vehicle: { make: 'A make of no list' },
          contents: [{ ...item, labourType: 'any', materialGroup: 'any' }],
        })
        ;(await order.read()).has('serviceOrderType', 'conformance').has('vehicle.make', 'A make of no list')
      },
    ),
    clause('A4.5', 'status of an answer and survey-type are closed lists', async (kit) => {
      const order = await kit.newOrder()
      const survey = await order.survey()
      const { id } = await survey.question()
      ;(await kit.post(survey.answersPath(id), { value: 'x', status: 'blue' })).isRefused(400, 'status')
      ;(await kit.get(`${order.path}/surveys?survey-type=XX`)).isRefused(400, 'survey-type')
    }),
    clause('A5.1', 'id in a body may be left out or equal the path; another one is a 400', async (kit) => {
      const order = kit.order()
      ;(await order.put({ id: order.id })).isDone()
      ;(await order.put({ id: `${order.id}-other` })).isRefused(400, 'id')
      const lead = kit.lead()
      ;(await lead.put({ id: `${lead.id}-other` })).isRefused(400, 'id')
    }),
    clause(
      'A6.1',
      'Aliases come back as what they stand for: pc as ea, hr as hour, part as material',
      async (kit) => {
        const sent = Object.keys(aliases).map((unit, index) => ({
          ...item,
          id: String(index),
          unitOfMeasure: unit,
        }))
        const order = await kit.newOrder({
          contents: [...sent, { ...item, id: 'part', itemCategory: 'part' }],
          vehicle: { recordedMileage: 10, mileageUnit: 'mile' },
        })
        const read = (await order.read())
          .has('vehicle.mileageUnit', 'mi')
          .has('contents.5.itemCategory', 'material')
        for (const [index, unit] of Object.values(aliases).entries())
          read.has(`contents.${index}.unitOfMeasure`, unit)
      },
    ),
    clause('A6.2', 'A partner always has its category: legalEntity with a name, else person', async (kit) => {
      const order = await kit.newOrder({
        customer: person,
        payer: { id: 'conformance-firm', name: 'Example Ltd' },
      })
      ;(await order.read()).has('customer.category', 'person').has('payer.category', 'legalEntity')
    }),
    clause(
      'A6.3',
      'engineCapacity has one decimal, and orderText is another name of description',
      async (kit) => {
        const order = await kit.newOrder({ orderText: 'Noise', vehicle: { engineCapacity: 1.998 } })
        ;(await order.read()).has('description', 'Noise').has('vehicle.engineCapacity', 2)
      },
    ),
    clause('A6.4', 'An array that was sent empty comes back empty', async (kit) => {
      const order = await kit.newOrder({ contents: [], technicians: [] })
      ;(await order.read()).has('contents', []).has('technicians', [])
    }),
    clause('A7.1', 'Items of an order take every unit of the table', async (kit) => {
      const contents = units.map((unitOfMeasure) => ({ ...item, id: unitOfMeasure, unitOfMeasure }))
      const read = await (await kit.newOrder({ contents })).read()
      for (const [index, unit] of units.entries()) read.has(`contents.${index}.unitOfMeasure`, unit)
    }),
    clause(
      'A8.1',
      'Dates of every form of ISO 8601 are accepted and come back as they were sent',
      async (kit) => {
        const order = await kit.newOrder()
        for (const moment of [
          '2026-11-16',
          '2026-11-16T08:30',
          '2026-11-16T08:30:15',
          '2026-11-16T08:30:15.250Z',
          '2026-11-16T08:30:00+01:00',
        ]) {
          await order.change({ plannedStartTimestamp: moment })
          ;(await order.read()).has('plannedStartTimestamp', moment)
        }
      },
    ),
    clause('A8.2', 'A date that does not exist, or is none, is a 400', async (kit) => {
      for (const moment of ['2026-02-30', '2026-13-01', 'tomorrow', '16.11.2026']) {
        ;(await kit.order().put({ plannedStartTimestamp: moment })).isRefused(400, 'plannedStartTimestamp')
      }
    }),
    clause('A9.1', 'An amount without its currency is a 400', async (kit) => {
      ;(await kit.order().put({ contents: [{ ...item, amountExVat: 10 }] })).isRefused(400, 'currency')
      ;(await kit.order().put({ vehicle: { estimatedPrice: 9000 } })).isRefused(400, 'currency')
      ;(await kit.lead().put({ deals: [{ id: 'd1', invoiceAmountExVat: 10 }] })).isRefused(400, 'currency')
    }),
    clause('A9.2', 'Amounts may be negative; quantities and mileages may not', async (kit) => {
      const order = await kit.newOrder({
        currency: 'EUR',
        contents: [{ ...item, amountExVat: -10.5, amountIncVat: -12 }],
      })
      ;(await order.read()).has('contents.0.amountExVat', -10.5)
      ;(await kit.order().put({ contents: [{ ...item, quantity: -1 }] })).isRefused(400, 'quantity')
      ;(await kit.order().put({ vehicle: { recordedMileage: -1 } })).isRefused(400, 'recordedMileage')
    }),
    clause('A9.3', 'A number must be smaller than 10 to the power of 12', async (kit) => {
      ;(await kit.order().put({ vehicle: { recordedMileage: 1e12 } })).isRefused(400, 'recordedMileage')
    }),
    clause('A10.1', 'Identifiers are of any script, with slashes, spaces and dots', async (kit) => {
      for (const stem of [' Ж/1', '/..', '.日本 %2F', 'é?#&=+']) {
        const order = kit.order(kit.id(stem))
        ;(await order.put({ externalId: 'any' })).isDone()
        ;(await order.read()).has('id', order.id).has('externalId', 'any')
      }
    }),
    clause('A10.2', 'An identifier has up to 128 characters; a longer one is a 400', async (kit) => {
      const order = kit.order(kit.id('-').padEnd(128, 'x'))
      ;(await order.put()).isDone()
      ;(await kit.order(`${order.id}x`).put()).isRefused(400)
    }),
    clause('A10.3', 'A text has up to 20,000 characters; a longer one is a 400', async (kit) => {
      const order = await kit.newOrder({ description: 'ä'.repeat(20_000) })
      ;(await order.read()).has('description', 'ä'.repeat(20_000))
      ;(await order.put({ description: 'ä'.repeat(20_001) })).isRefused(400, 'description')
    }),
    clause('A10.4', 'An array has up to 2,000 entries; a longer one is a 400', async (kit) => {
      const contents = Array.from({ length: 2_001 }, (_, index) => ({
        id: `${index}`,
        itemCategory: 'labour',
      }))
      ;(await kit.order().put({ contents })).isRefused(400, 'contents')
    }),
    clause('A10.5', 'Nesting deeper than 32 levels is a 400', async (kit) => {
      const deep = `${'['.repeat(40)}${']'.repeat(40)}`
      const raw = `{"externalBranchId":${JSON.stringify(kit.target.dealerCode)},"unknown":${deep}}`
      ;(await kit.call('PUT', kit.order().path, { raw })).isRefused(400)
    }),
    clause(
      'A10.6',
      'NUL and half characters are a 400; every other text comes back as it was sent',
      async (kit) => {
        for (const escaped of ['\\u0000', '\\ud83d']) {
          const raw = `{"externalBranchId":${JSON.stringify(kit.target.dealerCode)},"description":"a${escaped}b"}`
          ;(await kit.call('PUT', kit.order().path, { raw })).isRefused(400)
        }
        const description = 'Zoë · Жук · 車 · 🚗 · "quoted" \\ \u0001\nnext'
        const order = await kit.newOrder({ description })
        ;(await order.read()).has('description', description)
      },
    ),
    clause('A10.7', 'A byte order mark at the start of a body is accepted', async (kit) => {
      const order = await kit.newOrder()
      const raw = `\uFEFF${JSON.stringify({ externalBranchId: kit.target.dealerCode, externalId: 'marked' })}`
      ;(await kit.call('PUT', order.path, { raw })).isDone()
      ;(await order.read()).has('externalId', 'marked')
    }),
  ],
}
