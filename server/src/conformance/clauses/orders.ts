// Chapter C: orders, leads and deals, and the surveys that are made for them and close with them.
import { type Chapter, clause, ours } from '../clause.ts'
import type { Json } from '../exchange.ts'
import { type Kit, Survey, type Thing } from '../kit.ts'

const ada = { id: 'conformance-ada', firstName: 'Ada', lastName: 'Example' }
const bob = { id: 'conformance-bob', firstName: 'Bob', lastName: 'Sample' }

/** Every survey of an order or lead is closed, or none is. */
async function allClosed(kit: Kit, thing: Thing, closed: boolean): Promise<void> {
  const read = await thing.read()
  const found: Json[] = read.at('surveys') ?? []
  read.expect(found.length > 0, 'surveys')
  for (const { id } of found) (await new Survey(kit, id).read()).has('closed', closed)
}

/** Leads of this clause in a list, in their order. */
async function listed(kit: Kit, query: string, leads: Thing[]) {
  const answer = (await kit.get(`/leads?${query}&branch=${encodeURIComponent(kit.target.dealerCode)}`)).is(
    200,
  )
  const own = new Set(leads.map(({ id }) => id))
  const entries = answer.list().filter(({ id }) => own.has(id))
  return { answer, entries, ids: entries.map(({ id }) => String(id)) }
}

export const orders: Chapter = {
  title: 'Orders, leads and their surveys',
  clauses: [
    clause('C1.1', 'An order says where it was bound: branchId, siteId and siteName', async (kit) => {
      const read = await (await kit.newOrder()).read()
      for (const name of ['branchId', 'siteId', 'siteName'])
        read.expect(typeof read.at(name) === 'string', `the field ${name}`)
      read.has('externalBranchId', kit.target.dealerCode)
    }),
    clause('C1.2', 'externalBranchId is required on orders and leads', async (kit) => {
      ;(await kit.put(kit.order().path, { description: 'No dealer' })).isRefused(400, 'externalBranchId')
      ;(await kit.put(kit.lead().path, { description: 'No dealer' })).isRefused(400, 'externalBranchId')
      ;(await kit.put(kit.order().path, { externalBranchId: null })).isRefused(400, 'externalBranchId')
    }),
    clause('C1.3', 'branch of a survey is the dealer code of its order', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      ;(await survey.read()).has('branch', kit.target.dealerCode)
    }),
    clause(
      'S2',
      'An order that does not exist is 404, and so are its surveys',
      async (kit) => {
        const { path } = kit.order()
        ;(await kit.get(path)).isRefused(404)
        ;(await kit.get(`${path}/surveys`)).isRefused(404)
        ;(await kit.get(kit.lead().path)).isRefused(404)
      },
      { where: 'day' },
    ),
    clause(
      'S3',
      'An order comes back with everything that was sent',
      async (kit) => {
        const fields = {
          externalId: 'E-1',
          serviceOrderType: 'workshop',
          departmentId: 'D-1',
          plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
          description: 'Service',
          currency: 'EUR',
          vehicle: {
            id: 'V-1',
            numberPlate: 'B WA 1042',
            make: 'Example',
            modelYear: 2020,
            fuelType: 'petrol',
          },
          serviceAdvisor: ada,
          technicians: [bob],
          technician: bob,
          contents: [
            {
              id: '10',
              itemCategory: 'labour',
              itemCode: 'OP-1',
              quantity: 1.25,
              unitOfMeasure: 'hour',
              amountExVat: 100,
              amountIncVat: 119,
              soldQuantity: 1,
              healthSurveyId: 's',
              healthAnswerId: 'a',
              healthPackageId: 'p',
              healthPackageVariantId: 'v',
            },
          ],
        }
        const order = await kit.newOrder(fields)
        const read = await order.read()
        for (const [name, value] of Object.entries(fields)) read.has(name, value)
        read.has('id', order.id)
      },
      { where: 'day' },
    ),
    clause('C2.1', 'An order gets the default survey, once, however often it is sent', async (kit) => {
      const order = await kit.newOrder()
      await order.change({ description: 'Again' })
      await order.change({ description: 'Again' })
      await order.hasTypes('health')
    }),
    clause(
      'C2.2',
      'A release flag that arrives later adds its survey; set back, it removes none',
      async (kit) => {
        const order = await kit.newOrder()
        const first = await order.surveyId('health')
        await order.change({ technicianSurveyRelease: true })
        await order.hasTypes('VC', 'health')
        await order.change({ technicianSurveyRelease: false })
        await order.hasTypes('VC', 'health')
        if ((await order.surveyId('health')) !== first) kit.fail(`the survey ${first} as before`)
      },
    ),
    clause(
      'C2.3',
      'Video check only: technicianSurveyRelease with defaultSurveyReleaseDisabled',
      async (kit) => {
        const order = await kit.newOrder({
          technicianSurveyRelease: true,
          defaultSurveyReleaseDisabled: true,
        })
        await order.hasTypes('VC')
      },
    ),
    clause('C2.4', 'Quality check only: qcSurveyRelease with defaultSurveyReleaseDisabled', async (kit) => {
      const order = await kit.newOrder({ qcSurveyRelease: true, defaultSurveyReleaseDisabled: true })
      await order.hasTypes('QC')
    }),
    clause('C2.5', 'Requests at the same moment make one survey of each type', async (kit) => {
      const order = kit.order()
      const flags = { technicianSurveyRelease: true, qcSurveyRelease: true }
      const answers = await Promise.all(Array.from({ length: 6 }, () => order.put(flags)))
      for (const answer of answers) answer.is(201, 204)
      await order.hasTypes('QC', 'VC', 'health')
    }),
    clause('C2.6', 'A sub-order gets no survey until it becomes a main order', async (kit) => {
      const main = await kit.newOrder()
      const sub = await kit.newOrder({ parentOrderId: main.id })
      await sub.hasTypes()
      await sub.change({})
      await sub.hasTypes('health')
    }),
    clause(
      'C2.7',
      'An order that arrives closed or rejected gets its survey when it is reopened',
      async (kit) => {
        for (const flag of ['closed', 'rejected']) {
          const order = await kit.newOrder({ [flag]: true })
          await order.hasTypes()
          await order.change({ [flag]: false })
          await order.hasTypes('health')
        }
      },
    ),
    clause('C3.1', 'closed closes all surveys of the order', async (kit) => {
      const order = await kit.newOrder({ technicianSurveyRelease: true })
      await allClosed(kit, order, false)
      await order.change({ closed: true })
      ;(await order.read()).has('closed', true)
      await allClosed(kit, order, true)
    }),
    clause('C3.2', 'rejected closes all surveys of the order', async (kit) => {
      const order = await kit.newOrder()
      await order.change({ rejected: true })
      ;(await order.read()).has('rejected', true)
      await allClosed(kit, order, true)
    }),
    clause('C3.3', 'Closing taken back is stored, and the surveys stay closed', async (kit) => {
      const order = await kit.newOrder()
      await order.change({ closed: true })
      await order.change({ closed: false })
      ;(await order.read()).has('closed', false)
      await allClosed(kit, order, true)
    }),
    clause('C4.1', 'A survey follows its order, and keeps what a later PUT leaves out', async (kit) => {
      const order = await kit.newOrder({ customer: ada, vehicle: { make: 'Example', model: 'One' } })
      const survey = await order.survey()
      ;(await survey.read()).has('customer.id', ada.id)
      await order.change({ vehicle: { make: 'Example', model: 'Two' } })
      ;(await survey.read()).has('surveyObject.model', 'Two').has('customer.id', ada.id)
      await order.change({ customer: bob })
      ;(await survey.read()).has('customer.id', bob.id).has('customer.lastName', bob.lastName)
    }),
    clause(
      'C4.2',
      'The PUT that closes an order still reaches its surveys; a later one does not',
      async (kit) => {
        const order = await kit.newOrder({ customer: ada })
        const survey = await order.survey()
        await order.change({ customer: bob, closed: true })
        ;(await survey.read()).has('customer.id', bob.id).has('closed', true)
        await order.change({ customer: ada, closed: true })
        ;(await survey.read()).has('customer.id', bob.id)
      },
    ),
    clause('C5.1', 'surveys of an order: id, surveyType and templateId', async (kit) => {
      const read = await (await kit.newOrder()).read()
      const [survey] = read.at('surveys') ?? []
      for (const name of ['id', 'surveyType', 'templateId'])
        read.expect(typeof survey?.[name] === 'string', `surveys[0].${name}`)
    }),
    clause('C5.2', 'The list of surveys is a bare array of headers without contents', async (kit) => {
      const order = await kit.newOrder({ externalId: 'E-5', customer: ada, technicianSurveyRelease: true })
      const answer = (await kit.get(`${order.path}/surveys`)).is(200)
      const surveys = answer.list()
      answer.expect(surveys.length === 2, 'two surveys')
      for (const survey of surveys) {
        answer.expect(
          survey.closed === false && survey.completed === false,
          'closed and completed, both false',
        )
        answer.expect(survey.contents === undefined, 'no contents')
        answer.expect(
          survey.customer?.id === ada.id && survey.requester?.id === ada.id,
          'customer and requester',
        )
        answer.expect(survey.referenceObject?.id === order.id, `referenceObject.id = ${order.id}`)
        answer.expect(survey.referenceObject?.externalId === 'E-5', 'referenceObject.externalId = "E-5"')
      }
    }),
    clause('C5.3', 'survey-type chooses among the surveys of an order', async (kit) => {
      const order = await kit.newOrder({ technicianSurveyRelease: true })
      const answer = (await kit.get(`${order.path}/surveys?survey-type=VC`)).is(200)
      const types = answer.list().map(({ surveyType }) => surveyType)
      answer.expect(types.join() === 'VC', 'one survey, of type VC')
      const none = (await kit.get(`${order.path}/surveys?survey-type=QC`)).is(200)
      none.expect(none.list().length === 0, 'an empty array')
    }),
    clause('C5.4', 'category is interactiveHandover on health and absent on others', async (kit) => {
      const order = await kit.newOrder({ technicianSurveyRelease: true })
      ;(await (await order.survey('health')).read()).has('category', 'interactiveHandover')
      ;(await (await order.survey('VC')).read()).lacks('category')
    }),
    clause(
      'C6.1',
      'Planned surveyors: advisor for health, technician for VC, technicians for QC',
      async (kit) => {
        const order = await kit.newOrder({
          serviceAdvisor: ada,
          technician: bob,
          technicians: [ada, bob],
          technicianSurveyRelease: true,
          qcSurveyRelease: true,
        })
        const planned = async (type: string, ...ids: string[]) => {
          const read = await (await order.survey(type)).read()
          const found = (read.at('plannedSurveyors') ?? []).map(({ id }: Json) => id)
          read.expect(found.join() === ids.join(), `plannedSurveyors ${ids.join(', ')}`)
        }
        await planned('health', ada.id)
        await planned('VC', bob.id)
        await planned('QC', ada.id, bob.id)
      },
    ),
    clause('C7.1', 'A lead without plannedStartTimestamp gets one, fixed once', async (kit) => {
      const lead = await kit.newLead()
      const read = await lead.read()
      const start = read.at('plannedStartTimestamp')
      read.expect(!Number.isNaN(Date.parse(start)), 'plannedStartTimestamp with the time of the creation')
      await lead.change({ description: 'Later' })
      ;(await lead.read()).has('plannedStartTimestamp', start)
    }),
    clause(
      'C7.2',
      'The lead list is a bare array, chosen by dateFrom and dateTo, both included',
      async (kit) => {
        const leads = await Promise.all(
          ['2001-02-03', '2001-02-04', '2001-02-05'].map((plannedStartTimestamp) =>
            kit.newLead({ plannedStartTimestamp }),
          ),
        )
        const { answer, ids } = await listed(kit, 'dateFrom=2001-02-03&dateTo=2001-02-04', leads)
        const wanted = leads.slice(0, 2).map(({ id }) => id)
        answer.expect(ids.join() === wanted.join(), `of these leads ${wanted.join(' and ')}, in this order`)
      },
    ),
    clause('C7.3', 'list=outstanding leaves out closed leads, and only those', async (kit) => {
      const plannedStartTimestamp = '2001-03-03'
      const [open, closed, rejected] = await Promise.all([
        kit.newLead({ plannedStartTimestamp }),
        kit.newLead({ plannedStartTimestamp, closed: true }),
        kit.newLead({ plannedStartTimestamp, rejected: true }),
      ])
      const day = 'dateFrom=2001-03-03&dateTo=2001-03-03'
      const { answer, ids } = await listed(kit, `${day}&list=outstanding`, [open, closed, rejected])
      const wanted = [open.id, rejected.id].sort().join()
      answer.expect(ids.sort().join() === wanted, `${wanted}, and not ${closed.id}`)
      ;(await kit.get(`/leads?${day}&list=everything`)).isRefused(400, 'list')
    }),
    clause('C7.4', 'branch chooses dealer codes and may be repeated', async (kit) => {
      const lead = await kit.newLead({ plannedStartTimestamp: '2001-04-03' })
      const day = 'dateFrom=2001-04-03&dateTo=2001-04-03'
      const { answer, ids } = await listed(kit, `${day}&branch=conformance-none`, [lead])
      answer.expect(ids.join() === lead.id, `the lead ${lead.id}`)
      const other = (await kit.get(`/leads?${day}&branch=conformance-none`)).is(200, 400)
      if (other.status === 200)
        other.expect(
          other.list().every(({ id }) => id !== lead.id),
          `no lead ${lead.id}`,
        )
    }),
    clause(
      'C7.5',
      'The list is sorted by planned start and then id, and has leads without deals',
      async (kit) => {
        const starts = ['2001-05-04T10:00:00Z', '2001-05-04T12:00:00+03:00', '2001-05-04T10:00:00Z']
        const leads: Thing[] = []
        for (const plannedStartTimestamp of starts)
          leads.push(await kit.newLead({ plannedStartTimestamp, deals: [{ id: 'd1' }] }))
        const { answer, entries, ids } = await listed(kit, 'dateFrom=2001-05-04&dateTo=2001-05-04', leads)
        const [a, b, c] = leads.map(({ id }) => id) as [string, string, string]
        const wanted = [b, ...[a, c].sort()]
        answer.expect(ids.join() === wanted.join(), `the leads in the order ${wanted.join(', ')}`)
        answer.expect(
          entries.every((lead) => lead.deals === undefined),
          'leads without deals',
        )
      },
    ),
    clause(
      'C7.6',
      'limit, cursor and Link page through the lead list',
      async (kit) => {
        const leads = await Promise.all(
          [1, 2].map(() => kit.newLead({ plannedStartTimestamp: '2001-06-04' })),
        )
        const first = (await kit.get('/leads?dateFrom=2001-06-04&dateTo=2001-06-04&limit=1')).is(200)
        first.expect(first.list().length === 1, 'one lead')
        const next = /<([^>]+)>\s*;\s*rel="next"/.exec(first.headers.link ?? '')?.[1]
        const url = URL.parse(next ?? '')
        first.expect(url !== null, 'a header Link with rel="next"')
        const second = (await kit.callAt('GET', `${url?.pathname}${url?.search}`)).is(200)
        const seen = [first.list()[0]?.id, second.list()[0]?.id]
        second.expect(
          seen[0] !== seen[1] && seen[1] !== undefined,
          `another lead than ${seen[0]}, such as ${leads[0]?.id}`,
        )
      },
      ours,
    ),
    clause('C8.1', 'reviewSurveyRelease makes a CVR survey, at once or later, and only once', async (kit) => {
      const lead = await kit.newLead()
      await lead.hasTypes()
      await lead.change({ reviewSurveyRelease: true })
      await lead.change({ description: 'Again' })
      await lead.hasTypes('CVR')
    }),
    clause('C8.3', 'The surveys of a lead are a bare array', async (kit) => {
      const lead = await kit.newLead({ reviewSurveyRelease: true })
      const answer = (await kit.get(`${lead.path}/surveys`)).is(200)
      answer.expect(answer.list()[0]?.surveyType === 'CVR', 'an array with the CVR survey')
    }),
    clause('C8.2', 'closed and rejected of a lead close its surveys', async (kit) => {
      for (const flag of ['closed', 'rejected']) {
        const lead = await kit.newLead({ reviewSurveyRelease: true })
        await lead.change({ [flag]: true })
        await allClosed(kit, lead, true)
      }
    }),
    clause(
      'S4',
      'A deal is put and removed one by one: 204 each, and the lead shows it',
      async (kit) => {
        const lead = await kit.newLead()
        const path = `${lead.path}/deals/d1`
        const deal = {
          orderId: 'P-1',
          invoiceAmountExVat: 100.5,
          invoiceAmountIncVat: 119.6,
          invoiceCurrency: 'EUR',
        }
        ;(await kit.put(path, deal)).is(204)
        ;(await lead.read()).has('deals', [{ id: 'd1', ...deal }])
        ;(await kit.delete(path)).is(204)
        ;(await lead.read()).has('deals', [])
      },
      { where: 'day' },
    ),
    clause(
      'S5',
      'A deal of a lead that does not exist, and one that was removed, are 404',
      async (kit) => {
        ;(await kit.put(`${kit.lead().path}/deals/d1`, { orderId: 'P-1' })).isRefused(404)
        const lead = await kit.newLead()
        ;(await kit.delete(`${lead.path}/deals/d1`)).isRefused(404)
      },
      { where: 'day' },
    ),
  ],
}
