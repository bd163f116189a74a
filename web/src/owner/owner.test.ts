import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OwnerLine, OwnerPage, Receipt } from '@walkaround/contract/owner-page.ts'
import { contrast } from '@walkaround/contract/rules/colours.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { assets } from '../assets.ts'
import { renderFaceStyle } from './face.ts'
import { viewOf } from './frame.ts'
import { renderOwnerNotice } from './notice.ts'
import { renderOwnerPage } from './page.ts'
import { renderReceipt } from './receipt.ts'
import { renderReview } from './review.ts'

const bad = `<img src=x onerror="x">'&"`
const sum = { exVat: 100, incVat: 119 }

const line = (id: string, more: Partial<OwnerLine> = {}): OwnerLine => ({
  id: id + bad,
  title: bad,
  grade: 'red',
  currency: 'EUR',
  items: [{ text: bad, category: 'labour', quantity: 2, unit: bad, price: sum }],
  labour: sum,
  parts: sum,
  total: sum,
  before: { exVat: 120, incVat: 142.8 },
  due: bad,
  isOpen: true,
  state: bad,
  preset: '2027-01-05',
  ...more,
})

const page: OwnerPage = {
  language: 'en',
  timeZone: 'Europe/Berlin',
  dealership: { name: bad, telephone: bad, address: [bad] },
  advisor: { name: bad, telephone: bad },
  vehicle: { plate: bad, name: bad },
  order: bad,
  inspectedAt: '2026-11-15T10:00:00.000Z',
  validUntil: '2026-12-15T10:00:00.000Z',
  findings: [
    {
      id: bad,
      title: bad,
      grade: 'red',
      answers: [bad],
      meaning: bad,
      scales: [
        {
          value: 2,
          unit: bad,
          bands: [{ grade: 'red', end: 3 }, { grade: 'amber', end: 5 }, { grade: 'green' }],
          legal: { side: 'least', value: 1.6 },
        },
      ],
      photos: [{ id: bad, file: 'f', width: 4, height: 3 }],
      videos: [{ id: bad, hasPoster: true, contentType: 'video/mp4', chapters: [{ second: 3, title: bad }] }],
      lines: [
        line('1'),
        line('2', { decision: { status: 'rejected', reason: bad, at: bad }, isOpen: false }),
      ],
      coveredBy: [{ line: line('5', { title: bad }), at: bad }],
    },
  ],
  fine: [bad],
  notChecked: [bad],
  videos: [{ id: bad, hasPoster: false, contentType: 'video/mp4' }],
  others: [line('3', { currency: bad, total: { exVat: 5 } })],
  alsoDue: [line('4')],
  alsoDueTotals: [{ currency: bad, sum }],
  approvedTotals: [{ currency: bad, sum }],
  reasons: [{ code: bad, text: bad }],
  firstDate: '2026-11-16',
  lastDate: '2029-11-15',
  receiptId: bad,
  threads: [],
  isClosed: false,
  hasFeedback: false,
  forms: ['survey-summary', 'handover-act', 'damage-report'],
}

const receipt: Receipt = {
  version: 1,
  id: bad,
  clientId: bad,
  surveyId: bad,
  linkId: bad,
  at: '2026-11-15T10:00:00.000Z',
  language: 'en',
  timeZone: 'Europe/Berlin',
  dealership: page.dealership,
  vehicle: page.vehicle,
  lines: [
    {
      id: bad,
      title: bad,
      finding: { title: bad, grade: 'red', answers: [bad], meaning: bad, scales: [], photos: ['f'] },
      currency: 'EUR',
      items: [],
      total: sum,
      due: bad,
      word: 'no',
      reason: { code: bad, text: bad },
    },
  ],
  totals: [{ currency: 'EUR', sum }],
}

const review = {
  page,
  formId: bad,
  choices: [
    { line: line('1'), word: 'no' as const, reason: bad },
    { line: line('2'), word: 'later' as const, until: '2027-01-01' },
  ],
  again: [{ why: 'changed' as const, line: line('3') }, { why: 'gone' as const }],
  totals: [{ currency: 'EUR', sum }],
}

describe('the pages of the owner', () => {
  for (const language of languages) {
    const view = viewOf({ name: bad, depth: 1 }, language, 'Europe/Berlin')
    const pages = {
      page: renderOwnerPage(view, page, { formId: bad, isEmpty: true }),
      review: renderReview(view, review),
      receipt: renderReceipt(view, { receipt, hash: bad, formId: bad, hasFeedback: false }),
      notice: renderOwnerNotice(view, { kind: 'expired', dealership: page.dealership }),
    }
    for (const [name, markup] of Object.entries(pages)) {
      it(`escape every value: ${name} in ${language}`, () => {
        assert.ok(!markup.includes('<img src=x'), 'as an element')
        assert.ok(!/="[^"]*<[^"]*"/.test(markup), 'in an attribute')
        assert.ok(!markup.includes(`'&"`), 'a quote that could end an attribute')
        assert.ok(
          !/ style="| on\w+="/.test(markup.replaceAll(/onerror=&quot;/g, '')),
          'inline style or script',
        )
        assert.ok(!/undefined|\[object|NaN/.test(markup))
      })
    }
  }

  it('point nowhere but to our own origin', () => {
    const markup = renderOwnerPage(viewOf({ name: 'n', depth: 0 }, 'en'), page, { formId: 'f' })
    const addresses = [...markup.matchAll(/ (?:href|src|action|poster|data-opened)="([^"]*)"/g)].map(
      ([, one]) => one ?? '',
    )
    assert.ok(addresses.length > 10)
    const foreign = addresses.filter((one) => /^(?!tel:)[a-z]+:|^\/\//i.test(one))
    assert.deepEqual(foreign, [])
  })

  it('give three answers of the same weight, in the same order, and choose none', () => {
    const markup = renderOwnerPage(viewOf({ name: 'n', depth: 0 }, 'en'), page, { formId: 'f' })
    const words = [...markup.matchAll(/type="radio" name="choice:[^"]*" value="(\w+)"( checked)?/g)]
    assert.deepEqual(
      words.slice(0, 3).map(([, word]) => word),
      ['approve', 'later', 'no'],
    )
    assert.ok(words.every(([, , checked]) => checked === undefined))
  })

  it('keep what is also due closed, complete inside its form, and choose nothing of it', () => {
    const markup = renderOwnerPage(viewOf({ name: 'n', depth: 0 }, 'en'), page, { formId: 'f' })
    const form = /<form id="decide" method="post" novalidate [\s\S]*?<\/form>/.exec(markup)?.[0] ?? ''
    const due = /<details class="due-list" id="also-due">[\s\S]*$/.exec(form)?.[0] ?? ''
    assert.equal(due.match(/type="radio"/g)?.length, 3)
    assert.ok(!due.includes(' checked'))
    assert.match(due, /name="state:4/)
  })

  it('say the measured value and its limits in words too', () => {
    const markup = renderOwnerPage(viewOf({ name: 'n', depth: 0 }, 'de'), page, { formId: 'f' })
    assert.match(markup, /Gemessen: 2\u00a0[^<]*\. Gut ab 5\u00a0[^<]*\. Gesetzliches Minimum: 1,6/)
  })

  it('stay small', () => {
    const script = [...assets].find(([name]) => /owner\.\w+\.js$/.test(name))?.[1].body.length ?? Infinity
    assert.ok(script <= 20_000, `${script} bytes of script`)
    const style = [...assets].find(([name]) => /owner\.\w+\.css$/.test(name))?.[1].body.length ?? Infinity
    const markup = renderOwnerPage(viewOf({ name: 'n', depth: 0 }, 'ru'), page, { formId: 'f' })
    assert.ok(Buffer.byteLength(markup) + script + style <= 200_000)
  })
})

/** Nothing found, nothing offered, nothing decided. */
const quiet: OwnerPage = {
  ...page,
  findings: [],
  others: [],
  alsoDue: [],
  alsoDueTotals: [],
  approvedTotals: [],
}

describe('an owner with nothing left to decide', () => {
  const view = viewOf({ name: 'x', depth: 0 }, 'en')
  const { receiptId: _, ...fresh } = quiet
  const decided = (id: string, status: 'approved' | 'deferred' | 'rejected', isOpen = true) =>
    line(id, { decision: { status }, isOpen })
  const render = (shown: Partial<OwnerPage>, form = {}) =>
    renderOwnerPage(view, { ...fresh, ...shown }, { formId: 'f', ...form })
  const others = [decided('1', 'approved'), decided('2', 'deferred'), decided('3', 'rejected')]
  const approvedTotals = [{ currency: 'EUR', sum }]

  it('is told so on top, with the total, what comes later, the receipt and whom to call', () => {
    const markup = render({ others, approvedTotals, receiptId: 'R-1' })
    const done = /<section class="card done"[\s\S]*?<\/section>/.exec(markup)?.[0] ?? ''
    assert.ok(markup.indexOf(done) < markup.indexOf('class="overview"'))
    assert.match(done, /You have decided about everything</)
    assert.match(done, /Approved: 1<\/strong> <span class="tally-sum"><span class="amount">€119\.00/)
    assert.match(done, /Later: 1</)
    assert.match(done, /Declined: 1</)
    assert.match(done, /href="x\/receipt\/R-1\?lang=en"/)
    assert.match(done, /href="tel:/)
    assert.ok(!markup.includes('You decide about each point'))
  })

  it('is not told so while something found is open, or a choice is being changed', () => {
    const open = [...others, line('4')]
    assert.ok(!render({ others: open }).includes('class="card done"'))
    const chosen = new Map([[others[0]?.id ?? '', { word: 'no' as const }]])
    assert.ok(!render({ others }, { chosen }).includes('class="card done"'))
    assert.ok(!render({}).includes('class="card done"'))
  })

  it('may leave open what is also due, and is told how much that is', () => {
    const markup = render({ others, alsoDue: [line('5')] })
    assert.match(markup, /everything we found[\s\S]*<a href="#also-due">Also due, if you like: 1</)
    assert.ok(!render({ alsoDue: [line('5')] }).includes('class="card done"'))
    assert.match(render({ alsoDue: [decided('5', 'rejected')] }), /You have decided about everything</)
  })

  it('learns whether a decision can still be changed here', () => {
    assert.match(render({ others }), /change a decision below/)
    const settled = [decided('1', 'approved', false)]
    assert.match(render({ others: settled, alsoDue: [line('5')] }), /your decisions stand/)
  })

  it('may say how it was, also without a decision made here', () => {
    const asks = (markup: string) => markup.includes('action="x/feedback')
    assert.ok(asks(render({ others })), 'decided on the telephone')
    assert.ok(asks(render({ alsoDue: [line('5')] })), 'all green')
    assert.ok(!asks(render({ others: [line('4')] })), 'something waits')
    assert.ok(!asks(render({ others }, { isPreview: true })))
    const { inspectedAt: __, ...unseen } = fresh
    const nothing = { ...unseen, fine: [], videos: [] }
    assert.ok(!asks(renderOwnerPage(view, nothing, { formId: 'f' })), 'nothing was done yet')
  })
})

describe('what an owner reads', () => {
  const view = viewOf({ name: 'x', depth: 0 }, 'en')
  const shown = (answers: string[]) => {
    const [finding] = page.findings
    assert.ok(finding)
    const [scale] = finding.scales
    assert.ok(scale)
    const measured = { ...finding, answers, scales: [{ ...scale, value: 2.4, unit: 'mm' }] }
    return renderOwnerPage(view, { ...page, findings: [measured] }, { formId: 'f' })
  }

  it('says labour, parts and what is included without VAT, and that it does', () => {
    const priced = line('1', {
      before: undefined,
      items: [{ text: 'Pads', category: 'material', price: sum }],
    })
    const markup = renderOwnerPage(view, { ...quiet, others: [priced] }, { formId: 'f' })
    assert.match(markup, /<dt>Labour excl\. VAT<\/dt><dd>€100\.00/)
    assert.match(markup, /Prices excl\. VAT<\/p><ul><li><span>Pads<\/span><span>€100\.00/)
    assert.match(markup, /€119\.00<\/span> <span class="vat">incl\. VAT/)
  })

  it('says a measured value once beside its scale, and what else was seen', () => {
    assert.doesNotMatch(shown(['2.4 mm']), /class="seen"/)
    assert.match(shown(['2.4\u00a0mm', 'Worn']), /<p class="seen">Worn<\/p>/)
  })

  it('keeps a telephone number together, and lets it break between its groups', () => {
    const dealership = { name: 'Garage', telephone: '+49 30 23125 000', address: [] }
    const notice = renderOwnerNotice(view, { kind: 'expired', dealership })
    assert.match(notice, /<span class="telephone">\+49 30 23125 000<\/span>/)
    assert.match(notice, /href="tel:\+493023125000"/)
  })

  it('offers the telephone as another way only where there is one', () => {
    const dealership = { name: 'Garage', telephone: '1', address: [] }
    assert.match(renderOwnerNotice(view, { kind: 'expired', dealership }), /Or call us: <span[^>]*>1</)
    for (const kind of ['thanks', 'asked'] as const)
      assert.match(renderOwnerNotice(view, { kind, dealership }), /<span>Call <span[^>]*>1</)
  })

  it('looks like the dealership: logo, colours, address and hours', () => {
    const dealership = { name: 'Garage & Sons', address: ['Ring 1', '00123 Town'] }
    const face = { style: 'v1', logo: 'v2', hours: [{ days: 'Mon–Fri', times: '08:00–18:00' }] }
    const shown = renderOwnerNotice(view, { kind: 'expired', dealership, face })
    assert.match(shown, /<link rel="stylesheet" href="[^"]*\/face\/style\.css\?v=v1">/)
    assert.match(shown, /<img class="logo" src="[^"]*\/face\/logo\?v=v2" alt="Garage &amp; Sons">/)
    assert.match(shown, /<span>Ring 1<\/span><span>00123 Town<\/span>/)
    assert.match(shown, /<dt>Mon–Fri<\/dt><dd>08:00–18:00<\/dd>/)
    const plain = renderOwnerNotice(view, { kind: 'expired', dealership, face: { hours: [] } })
    assert.match(plain, /<p class="brand">Garage &amp; Sons<\/p>/)
    assert.doesNotMatch(plain, /face\/|class="hours"/)
  })

  it('never paints text in a colour that cannot be read', () => {
    const style = renderFaceStyle({ main: '#ffee00', second: '#ffffff' })
    const [light, , dark] = style.split('@media')
    const shade = (name: string, block = '') =>
      new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? ''
    assert.ok(contrast(shade('accent', light), '#ffffff') >= 4.5)
    assert.ok(contrast(shade('edge', light), '#ffffff') >= 3)
    assert.ok(contrast(shade('accent', dark), '#0f1417') >= 4.5)
    assert.equal(shade('band', dark), '#ffee00')
    assert.doesNotMatch(renderFaceStyle(undefined), /\{/)
  })

  it('says without a script where the total is, and nothing empty beside it', () => {
    const bar = /<p class="bar-total"[\s\S]*?<\/p>/.exec(shown([]))?.[0] ?? ''
    assert.match(bar, /<small data-hint>The total comes on the next page\.<\/small>/)
    assert.match(bar, /data-label hidden>.*data-amount hidden>/)
  })
})
