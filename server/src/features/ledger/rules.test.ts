// The ledger of one vehicle, from histories written by hand.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { History, Offer, OrderLine, Reading, Visit } from './model.ts'
import { toLedger } from './rules.ts'

const template = { masterClientId: 'open', templateId: 'vc', version: 1 }
const DAY_US = 86_400_000_000
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()

/** The visit of day `n`, on the order of that day. */
const visit = (n: number, more: Partial<Visit> = {}): Visit => ({
  surveyId: `s${n}`,
  orderId: `o${n}`,
  branchId: 'b',
  template,
  cameUs: n * DAY_US,
  madeUs: n * DAY_US,
  isApart: false,
  ...more,
})

const reading = (n: number, grade: Reading['grade'], more: Partial<Reading> = {}): Reading => ({
  surveyId: `s${n}`,
  questionId: 'padFL',
  grade,
  value: null,
  unit: null,
  by: 'login:anna',
  at: dayOf(n),
  atUs: n * DAY_US,
  answerIds: [grade],
  ...more,
})

const offer = (n: number, more: Partial<Offer> = {}): Offer => ({
  surveyId: `s${n}`,
  quoteId: `q${n}`,
  category: 'package',
  questionId: 'padFL',
  answerId: 'red',
  covers: [],
  packageId: 'pads',
  variantId: 'v',
  currency: 'EUR',
  exVat: '100.10',
  incVat: '120.12',
  approvedExVat: null,
  approvedIncVat: null,
  decision: null,
  medium: null,
  reasonCode: null,
  deferredTo: null,
  decidedAt: null,
  decidedBy: null,
  at: dayOf(n),
  ...more,
})

const sold = (n: number, more: Partial<OrderLine> = {}): OrderLine => ({
  orderId: `o${n}`,
  position: 0,
  surveyId: `s${n}`,
  answerId: 'red',
  packageId: 'pads',
  variantId: 'v',
  isSold: true,
  isDeferred: false,
  deferredTo: null,
  isRejected: false,
  soldExVat: '90',
  soldIncVat: '108',
  cameUs: n * DAY_US,
  at: dayOf(n),
  ...more,
})

const ledgerOf = (history: Partial<History>) =>
  toLedger(
    { vehicleKey: 'vin/1', visits: [], readings: [], offers: [], lines: [], closings: [], ...history },
    () => true,
  )

describe('a finding over visits (I7)', () => {
  test('is opened by amber, goes on with red, and is one finding', () => {
    const { findings, visits } = ledgerOf({
      visits: [visit(1), visit(9)],
      readings: [reading(9, 'red', { value: '2', unit: 'mm' }), reading(1, 'amber')],
    })
    assert.equal(findings.length, 1)
    const [finding] = findings
    assert.deepEqual(
      [
        finding?.openedIn,
        finding?.surveyId,
        finding?.grade,
        finding?.worstGrade,
        finding?.visits,
        finding?.value,
      ],
      ['s1', 's9', 'red', 'red', 2, '2'],
    )
    assert.equal(finding?.closedAs, null)
    assert.deepEqual(
      visits.map(({ openedIn, grade }) => [openedIn, grade]),
      [
        ['s1', 'amber'],
        ['s1', 'red'],
      ],
    )
  })

  test('is closed by green, and the next amber is another one', () => {
    const { findings } = ledgerOf({
      visits: [visit(1), visit(2), visit(3)],
      readings: [reading(1, 'red'), reading(2, 'green'), reading(3, 'amber')],
    })
    assert.deepEqual(
      findings.map(({ openedIn, closedAs, closedIn }) => [openedIn, closedAs, closedIn]),
      [
        ['s1', 'green', 's2'],
        ['s3', null, null],
      ],
    )
  })

  test('green without a finding says nothing', () => {
    assert.deepEqual(ledgerOf({ visits: [visit(1)], readings: [reading(1, 'green')] }).findings, [])
  })

  test('is closed by work sold on a later order that names it', () => {
    const { findings, work } = ledgerOf({
      visits: [visit(1), visit(5)],
      readings: [reading(1, 'red')],
      offers: [offer(1, { decision: 'deferred', deferredTo: '2026-02-01' })],
      lines: [sold(5, { surveyId: 's1' })],
    })
    assert.deepEqual([findings[0]?.closedAs, findings[0]?.closedIn], ['sold', 'o5'])
    assert.deepEqual(
      [work[0]?.state, work[0]?.soldOrderId, work[0]?.soldExVat, work[0]?.isOrdered],
      ['sold', 'o5', '90', true],
    )
  })

  test('is closed by a sold line that names its answer alone, unless several questions have that answer', () => {
    const line = sold(1, { packageId: null, variantId: null })
    const one = ledgerOf({ visits: [visit(1)], readings: [reading(1, 'red')], lines: [line] })
    assert.equal(one.findings[0]?.closedAs, 'sold')
    assert.deepEqual(one.lines, [{ orderId: 'o1', position: 0, quoteSurveyId: null, quoteId: null }])
    const two = ledgerOf({
      visits: [visit(1)],
      readings: [reading(1, 'red'), reading(1, 'red', { questionId: 'padFR' })],
      lines: [line],
    })
    assert.deepEqual(
      two.findings.map(({ closedAs }) => closedAs),
      [null, null],
    )
  })

  test('what is ordered and not invoiced closes nothing, and neither does an order that was rejected', () => {
    for (const line of [sold(1, { isSold: false }), sold(1, { isRejected: true })]) {
      const { findings, work } = ledgerOf({
        visits: [visit(1)],
        readings: [reading(1, 'red')],
        offers: [offer(1)],
        lines: [line],
      })
      assert.equal(findings[0]?.closedAs, null)
      assert.equal(work[0]?.state, 'open')
      assert.equal(work[0]?.isOrdered, !line.isRejected)
    }
  })

  test('is put off if the DMS put it off on the order, unless the owner declined it or some of it was sold', () => {
    const putOff = { isSold: false, isDeferred: true, deferredTo: '2026-05-04' }
    const decisionOf = (more: Partial<Offer>, ...lines: OrderLine[]) => {
      const { findings, work } = ledgerOf({
        visits: [visit(1)],
        readings: [reading(1, 'red')],
        offers: [offer(1, more)],
        lines,
      })
      assert.equal(findings[0]?.decision, work[0]?.decision)
      assert.equal(findings[0]?.deferredTo, work[0]?.deferredTo)
      return [work[0]?.state, work[0]?.decision, work[0]?.deferredTo, work[0]?.approvedIncVat]
    }
    const line = sold(1, putOff)
    assert.deepEqual(decisionOf({}, line), ['open', 'deferred', '2026-05-04', null])
    const approved = { decision: 'approved', decidedAt: dayOf(1), approvedIncVat: '120.12' } as const
    assert.deepEqual(decisionOf(approved, line), ['open', 'deferred', '2026-05-04', null])
    const later = { decision: 'deferred', deferredTo: '2026-04-01' } as const
    assert.deepEqual(decisionOf(later, sold(1, { ...putOff, deferredTo: null })), [
      'open',
      'deferred',
      '2026-04-01',
      null,
    ])
    assert.deepEqual(decisionOf({ decision: 'rejected' }, line), ['open', 'rejected', null, null])
    assert.deepEqual(decisionOf(approved, line, sold(1, { position: 1 })), [
      'sold',
      'approved',
      null,
      '120.12',
    ])
    assert.deepEqual(decisionOf(approved, sold(1, { ...putOff, isRejected: true })).slice(0, 2), [
      'open',
      'approved',
    ])
  })

  test('is closed by hand at its moment; what is seen later is another one', () => {
    const { findings } = ledgerOf({
      visits: [visit(1), visit(9)],
      readings: [reading(1, 'amber'), reading(9, 'amber')],
      closings: [{ id: 'c', ...template, questionId: 'padFL', at: dayOf(4), atUs: 4 * DAY_US }],
    })
    assert.deepEqual(
      findings.map(({ closedAs, closedIn, openedIn }) => [openedIn, closedAs, closedIn]),
      [
        ['s1', 'byHand', 'c'],
        ['s9', null, null],
      ],
    )
  })

  test('an order that came long before its car: what was read last is what holds', () => {
    const booked = visit(1, { surveyId: 's60' })
    const seenAt = (grade: Reading['grade']) =>
      ledgerOf({
        visits: [booked, visit(30)],
        readings: [reading(60, grade), reading(30, 'red')],
        offers: [offer(30, { decision: 'deferred' }), offer(60, { quoteId: 'q60' })],
        closings: [{ id: 'c', ...template, questionId: 'padFL', at: dayOf(40), atUs: 40 * DAY_US }],
      })
    assert.deepEqual(
      seenAt('green').findings.map(({ closedAs, surveyId }) => [surveyId, closedAs]),
      [['s30', 'byHand']],
    )
    assert.deepEqual(
      seenAt('red').findings.map(({ closedAs, surveyId }) => [surveyId, closedAs]),
      [
        ['s30', 'byHand'],
        ['s60', null],
      ],
    )
    assert.deepEqual(
      seenAt('red').work.map(({ quoteId, state }) => [quoteId, state]),
      [
        ['q30', 'settled'],
        ['q60', 'open'],
      ],
    )
    const carried = ledgerOf({
      visits: [booked, visit(30)],
      readings: [reading(60, 'green'), reading(30, 'red')],
    })
    assert.deepEqual(
      carried.findings.map(({ closedAs, closedIn }) => [closedAs, closedIn]),
      [['green', 's60']],
    )
    const again = ledgerOf({
      visits: [booked, visit(30)],
      readings: [reading(60, 'red'), reading(30, 'red')],
      offers: [offer(30, { decision: 'deferred' }), offer(60, { quoteId: 'q60' })],
      lines: [sold(60, { orderId: 'o1', cameUs: DAY_US })],
    })
    assert.deepEqual(
      again.findings.map(({ closedAs, closedIn, visits }) => [closedAs, closedIn, visits]),
      [['sold', 'o1', 2]],
    )
    assert.deepEqual(
      again.work.map(({ quoteId, state }) => [quoteId, state]),
      [
        ['q30', 'settled'],
        ['q60', 'sold'],
      ],
    )
  })

  test('counts at the first visit whose order was not rejected; without one it counts apart', () => {
    const readings = [reading(1, 'red'), reading(2, 'red')]
    const later = ledgerOf({ visits: [visit(1, { isApart: true }), visit(2)], readings })
    assert.equal(later.findings[0]?.countedIn, 's2')
    const never = ledgerOf({ visits: [visit(1, { isApart: true })], readings: [reading(1, 'red')] })
    assert.equal(never.findings[0]?.countedIn, null)
  })

  test('the same question of two templates is two findings', () => {
    const other = visit(1, { surveyId: 's2', template: { ...template, templateId: 'qc' } })
    const { findings } = ledgerOf({
      visits: [visit(1), other],
      readings: [reading(1, 'red'), reading(2, 'red')],
    })
    assert.equal(findings.length, 2)
  })
})

describe('offered work', () => {
  test('covers several findings and is there once (I4); selling it closes them all', () => {
    const { findings, work, visits } = ledgerOf({
      visits: [visit(1)],
      readings: [reading(1, 'red'), reading(1, 'amber', { questionId: 'padFR' })],
      offers: [offer(1, { covers: ['padFR'] })],
      lines: [sold(1)],
    })
    assert.equal(work.length, 1)
    assert.deepEqual(
      visits.map(({ isOffered }) => isOffered),
      [true, true],
    )
    assert.deepEqual(
      findings.map(({ closedAs, offeredExVat }) => [closedAs, offeredExVat]),
      [
        ['sold', '100.1'],
        ['sold', '100.1'],
      ],
    )
  })

  test('is settled when its findings are closed otherwise, and offered again by a later offer', () => {
    const settled = ledgerOf({
      visits: [visit(1), visit(2)],
      readings: [reading(1, 'red'), reading(2, 'green')],
      offers: [offer(1, { decision: 'rejected' })],
    })
    assert.equal(settled.work[0]?.state, 'settled')
    const again = ledgerOf({
      visits: [visit(1), visit(2)],
      readings: [reading(1, 'red'), reading(2, 'red')],
      offers: [
        offer(1, { decision: 'deferred' }),
        offer(2, { packageId: null, variantId: null, category: 'quote' }),
      ],
    })
    assert.deepEqual(
      again.work.map(({ state }) => state),
      ['again', 'open'],
    )
    assert.equal(again.findings[0]?.offeredIn, 's2')
  })

  test('an automatic quote has no finding; the next one for the same package follows it', () => {
    const automatic = { category: 'upsaleQuote', questionId: 'upSale', answerId: 'upSale' } as const
    const { work } = ledgerOf({
      visits: [visit(1), visit(2)],
      offers: [offer(1, automatic), offer(2, automatic)],
    })
    assert.deepEqual(
      work.map(({ state }) => state),
      ['again', 'open'],
    )
  })

  test('several offers for one finding: approved counts most, an open one leaves it open, sums are exact', () => {
    const both = (one: Offer['decision'], other: Offer['decision']) =>
      ledgerOf({
        visits: [visit(1)],
        readings: [reading(1, 'red')],
        offers: [
          offer(1, { decision: one, exVat: '0.1' }),
          offer(1, { quoteId: 'q', packageId: 'discs', decision: other, exVat: '0.2' }),
        ],
      }).findings[0]
    assert.equal(both('approved', 'rejected')?.decision, 'approved')
    assert.equal(both('rejected', 'deferred')?.decision, 'deferred')
    assert.equal(both('rejected', null)?.decision, null)
    assert.equal(both('rejected', 'rejected')?.decision, 'rejected')
    assert.equal(both(null, null)?.offeredExVat, '0.3')
  })
})

describe('a line of an order', () => {
  test('is matched with the offer of its survey, and with the approved one of two', () => {
    const { lines } = ledgerOf({
      visits: [visit(1), visit(2)],
      offers: [
        offer(1),
        offer(2),
        offer(2, { quoteId: 'yes', category: 'quote', variantId: 'w', decision: 'approved' }),
      ],
      lines: [sold(2)],
    })
    assert.deepEqual(lines, [{ orderId: 'o2', position: 0, quoteSurveyId: 's2', quoteId: 'yes' }])
  })

  test('that names a package alone is matched at the visit of its order, else at the latest before it', () => {
    const line = { surveyId: null, answerId: null, variantId: null }
    const offers = [offer(1), offer(2), offer(9)]
    const visits = [visit(1), visit(2), visit(9)]
    const matched = (one: OrderLine) => ledgerOf({ visits, offers, lines: [one] }).lines[0]?.quoteId
    assert.equal(matched(sold(1, line)), 'q1')
    assert.equal(matched(sold(5, line)), 'q2')
  })

  test('that credits all that was sold takes the sale back; one that credits a part does not', () => {
    const after = (soldExVat: string, more: Partial<OrderLine> = {}) => {
      const { findings, work } = ledgerOf({
        visits: [visit(1)],
        readings: [reading(1, 'red')],
        offers: [offer(1, { decision: 'approved' })],
        lines: [sold(1, more), sold(4, { surveyId: 's1', soldExVat, soldIncVat: soldExVat, ...more })],
      })
      const [one] = work
      return [findings[0]?.closedAs, one?.state, one?.soldExVat, one?.isOrdered]
    }
    assert.deepEqual(after('-90'), [null, 'open', null, true])
    assert.deepEqual(after('-40'), ['sold', 'sold', '50', true])
    assert.deepEqual(after('-90', { packageId: null, variantId: null, answerId: 'other' }), [
      null,
      'open',
      null,
      false,
    ])
    // Goodwill is sold for nothing.
    assert.deepEqual(after('0', { soldExVat: '0' }), ['sold', 'sold', '0', true])
  })

  test('that names only the survey is matched with nothing', () => {
    const { lines, work } = ledgerOf({
      visits: [visit(1)],
      offers: [offer(1)],
      lines: [sold(1, { answerId: null, packageId: null, variantId: null })],
    })
    assert.equal(lines[0]?.quoteId, null)
    assert.equal(work[0]?.state, 'open')
  })
})
