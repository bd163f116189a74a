// Rich models of printed forms in every language, with drawn photos, for tests and for looking at the result.
// The people, addresses and numbers are invented; nothing here is read from a database.
import { readFileSync } from 'node:fs'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import sharp from 'sharp'
import type { FoundAnswer, FoundSection, Offer } from '../../src/features/findings/model.ts'
import { panelName } from '../../src/features/outlines/panel-names.ts'
import type { FormModel, FormName } from '../../src/features/printed-forms/model.ts'
import { listTerms } from '../../src/features/surveys/terms.ts'
import { wordsOf } from './form-words.ts'

const outline = JSON.parse(
  readFileSync(new URL('../../data/outlines/estate.generated.json', import.meta.url), 'utf8'),
)

const photoRefs = ['mileage', 'pads', 'disc', 'tyre', 'scratch', 'chip', 'dent', 'whole-1', 'whole-2']

/** Everything a form can show, in one car. */
export function richModel(form: FormName, language: Language): FormModel {
  const words = wordsOf(language)
  const currency = words.currency
  const tread = (value: number, status: FoundAnswer['status'], text: string): FoundAnswer => ({
    ...(status && { status }),
    text,
    value,
    unit: 'mm',
    limit: {
      bands: [{ status: 'red', below: 1.6 }, { status: 'amber', below: 3 }, { status: 'green' }],
      min: 0,
      max: 12,
      legalMin: 1.6,
    },
  })
  const sections: FoundSection[] = [
    {
      text: words.sections.arrival,
      questions: [
        { text: words.q.lamps, answers: [{ status: 'green', text: words.a.lampsOff }] },
        { text: words.q.contact, answers: [{ text: words.a.sms }] },
        { text: words.q.recall, answers: [{ status: 'green', text: words.a.noRecall }] },
      ],
    },
    {
      text: words.sections.outside,
      questions: [
        {
          ref: 'glass',
          text: words.q.glass,
          answers: [{ status: 'amber', text: words.a.chip, comment: words.c.chip, photos: ['chip'] }],
        },
        { text: words.q.wipers, answers: [{ status: 'green', text: words.a.wipers }] },
        { text: words.q.lampsOutside, answers: [{ status: 'green', text: words.a.fine }] },
        { text: words.q.rims, answers: [] },
      ],
    },
    {
      text: words.sections.brakes,
      questions: [
        {
          ref: 'pads',
          text: words.q.pads,
          at: { part: 'pad', wheels: ['frontLeft', 'frontRight'] },
          answers: [
            {
              status: 'red',
              text: words.a.pads,
              value: 2.1,
              unit: 'mm',
              comment: words.c.pads,
              photos: ['pads', 'disc'],
              limit: {
                bands: [{ status: 'red', below: 3 }, { status: 'amber', below: 5 }, { status: 'green' }],
                min: 0,
                max: 20,
              },
            },
          ],
        },
        {
          text: words.q.fluid,
          answers: [
            {
              status: 'amber',
              text: words.a.fluid,
              value: 2.4,
              unit: '%',
              limit: {
                bands: [{ status: 'green', upTo: 2 }, { status: 'amber', upTo: 3 }, { status: 'red' }],
                min: 0,
                max: 10,
              },
            },
          ],
        },
        { text: words.q.handbrake, answers: [{ status: 'green', text: words.a.fine }] },
      ],
    },
    {
      text: words.sections.tyres,
      questions: [
        {
          ref: 'tyreFl',
          text: words.q.tyreFl,
          at: { part: 'tread', wheels: ['frontLeft'] },
          tyre: { inner: '1.4', middle: '1.9', outer: '2.2', dot: '2319', size: '225/45 R18 95Y' },
          answers: [{ ...tread(1.4, 'red', words.a.tyre), photos: ['tyre'] }],
        },
        {
          text: words.q.tyreFr,
          at: { part: 'tread', wheels: ['frontRight'] },
          answers: [tread(3.8, 'green', words.a.fine)],
        },
        {
          text: words.q.tyreRl,
          at: { part: 'tread', wheels: ['rearLeft'] },
          answers: [tread(5.6, 'green', words.a.fine)],
        },
        {
          text: words.q.tyreRr,
          at: { part: 'tread', wheels: ['rearRight'] },
          answers: [tread(5.4, 'green', words.a.fine)],
        },
        { text: words.q.spare, answers: [] },
      ],
    },
  ]
  const money = (exVat: number) => ({ exVat, incVat: Math.round(exVat * (100 + words.vat)) / 100 })
  const k = words.priceFactor
  const quotes: Offer[] = [
    {
      text: words.quote.pads,
      questionRef: 'pads',
      currency,
      lines: [
        { text: words.line.padsWork, category: 'labour', quantity: 1.2, unit: 'hour' },
        { text: words.line.padsPart, category: 'material', quantity: 1, unit: 'ea' },
        { text: words.line.discPart, category: 'material', quantity: 2, unit: 'ea' },
      ],
      labour: money(142.8 * k),
      parts: money(286.5 * k),
      total: money(429.3 * k),
      totalBeforeDiscount: money(472.2 * k),
      approval: { status: 'approved', date: '2026-03-12T09:40:00Z', medium: 'internet' },
    },
    {
      text: words.quote.tyres,
      questionRef: 'tyreFl',
      currency,
      lines: [{ text: words.line.tyrePart, category: 'material', quantity: 2, unit: 'ea' }],
      labour: money(48 * k),
      parts: money(238 * k),
      total: money(286 * k),
      approval: { status: 'deferred', deferredTo: '2026-04-15' },
    },
    {
      text: words.quote.glass,
      questionRef: 'glass',
      currency,
      labour: money(75 * k),
      parts: money(0),
      total: money(75 * k),
    },
  ]
  return {
    form,
    language,
    timeZone: words.timeZone,
    currency,
    asOf: '2026-03-12T09:41:07Z',
    dealership: words.dealership,
    order: {
      id: 'SO-2026-004711',
      externalId: '4711/26',
      type: words.orderType,
      plannedStart: '2026-03-12T07:30:00Z',
      description: words.request,
      lines: [
        {
          text: words.line.service,
          code: '00 51 610',
          category: 'labour',
          quantity: 1.5,
          unit: 'hour',
          ...amounts(money(178.5 * k)),
        },
        {
          text: words.line.diagnosis,
          code: '61 00 006',
          category: 'labour',
          quantity: 0.4,
          unit: 'hour',
          ...amounts(money(47.6 * k)),
        },
        {
          text: words.line.oil,
          code: '83 21 2 365 950',
          category: 'material',
          quantity: 5.2,
          unit: 'l',
          ...amounts(money(98.28 * k)),
        },
        {
          text: words.line.filter,
          code: '11 42 8 575 211',
          category: 'material',
          quantity: 1,
          unit: 'ea',
          ...amounts(money(18.9 * k)),
        },
        {
          text: words.line.cabin,
          code: '64 11 9 382 886',
          category: 'material',
          quantity: 1,
          unit: 'ea',
          ...amounts(money(42.35 * k)),
        },
      ],
    },
    customer: words.customer,
    driver: words.driver,
    owner: words.customer,
    serviceAdvisor: words.advisor,
    surveyor: words.surveyor,
    surveyedAt: '2026-03-12T08:20:00Z',
    vehicle: words.vehicle,
    sections,
    quotes,
    dueSoon: [
      {
        text: words.quote.fluid,
        currency,
        labour: money(62 * k),
        parts: money(24 * k),
        total: money(86 * k),
        reason: words.dueReason,
      },
    ],
    belongings: words.belongings,
    consents: words.consents,
    damage: {
      outline,
      checked: true,
      marks: [
        {
          number: 1,
          kind: 'scratch',
          x: 470 / 1000,
          y: 545 / 640,
          size: 'medium',
          panel: panelName('frontLeftDoor', language),
          comment: words.c.scratch,
          photos: ['scratch'],
        },
        {
          number: 2,
          kind: 'dent',
          x: 590 / 1000,
          y: 560 / 640,
          size: 'small',
          panel: panelName('rearLeftDoor', language),
          comment: words.c.dent,
          photos: ['dent'],
        },
        {
          number: 3,
          kind: 'chip',
          x: 395 / 1000,
          y: 335 / 640,
          size: 'small',
          panel: panelName('windscreen', language),
          photos: ['chip'],
        },
        {
          number: 4,
          kind: 'crack',
          x: 110 / 1000,
          y: 395 / 640,
          size: 'small',
          panel: panelName('frontBumper', language),
        },
        {
          number: 5,
          kind: 'rust',
          x: 660 / 1000,
          y: 105 / 640,
          size: 'small',
          panel: panelName('rearRightWing', language),
          isEarlier: true,
          recordedAt: '2025-03-04T10:00:00Z',
          comment: words.c.rust,
        },
        {
          number: 6,
          kind: 'missing',
          x: 868 / 1000,
          y: 400 / 640,
          panel: panelName('rearBumper', language),
          isEarlier: true,
          recordedAt: '2025-03-04T10:00:00Z',
        },
        {
          number: 7,
          kind: 'other',
          x: 560 / 1000,
          y: 320 / 640,
          panel: panelName('roof', language),
          comment: words.c.roof,
        },
      ],
    },
    terms: listTerms('handover-act', language, words.dealership.name),
    signatures: [
      { role: 'driver', name: words.signed, signedAt: '2026-03-12T07:48:00Z', strokes: signature(3) },
      { role: 'serviceAdvisor', signedAt: '2026-03-12T07:49:00Z', strokes: signature(8) },
    ],
    surveyPhotos: ['whole-1', 'whole-2'],
    resultUrl: 'https://inspection.example/r/7f3kq9x2m4vb',
    photos: Object.fromEntries(
      photoRefs.map((ref) => [ref, { width: 640, height: 480, takenAt: '2026-03-12T07:52:00Z' }]),
    ),
  }
}

const amounts = ({ exVat, incVat }: { exVat: number; incVat: number }) => ({
  amountExVat: exVat,
  amountIncVat: incVat,
})

/** As little as a model can say. */
export function bareModel(form: FormName, language = 'en'): FormModel {
  return {
    form,
    language,
    timeZone: 'UTC',
    asOf: '2026-03-12T09:41:07Z',
    dealership: { name: 'D' },
    order: { id: '1' },
    vehicle: {},
    sections: [],
  }
}

/** A scrawl that is the same at every run. */
function signature(seed: number): number[][] {
  const stroke: number[] = []
  for (let step = 0; step <= 60; step++) {
    const t = step / 60
    stroke.push(
      0.2 + t * 2.4,
      0.55 + 0.3 * Math.sin(t * (9 + seed)) * (1 - t * 0.6) + 0.08 * Math.cos(t * 31 + seed),
    )
  }
  return [stroke, [0.5, 0.85, 1.2, 0.78, 2.5, 0.8]]
}

let drawn: Promise<Map<string, Buffer>> | undefined

/** JPEG photos of 640 × 480 and a logo, drawn once. */
export function formPhotos(): Promise<Map<string, Buffer>> {
  drawn ??= drawPhotos()
  return drawn
}

async function drawPhotos(): Promise<Map<string, Buffer>> {
  const photos = new Map<string, Buffer>()
  await Promise.all(
    photoRefs.map(async (ref, index) => {
      photos.set(ref, await drawPhoto(scenes[index % scenes.length] as string, ref.startsWith('whole-2')))
    }),
  )
  return photos
}

async function drawPhoto(scene: string, isUpright: boolean): Promise<Buffer> {
  const [width, height] = isUpright ? [480, 640] : [640, 480]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 480" preserveAspectRatio="xMidYMid slice">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8d9aa6"/><stop offset="1" stop-color="#39434d"/></linearGradient></defs>
    <rect width="640" height="480" fill="url(#g)"/>${scene}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

const wheel =
  '<circle cx="320" cy="260" r="190" fill="#1c2126"/><circle cx="320" cy="260" r="120" fill="#b9c2ca"/><circle cx="320" cy="260" r="96" fill="#59646e"/><circle cx="320" cy="260" r="30" fill="#d5dbe0"/>'
const panel =
  '<path d="M0 150C200 90 440 90 640 150V480H0Z" fill="#2f5d86"/><path d="M0 170C200 110 440 110 640 170" stroke="#6f9cc4" stroke-width="8" fill="none"/>'
const scenes = [
  '<circle cx="320" cy="250" r="180" fill="#14181c"/><path d="M190 350A160 160 0 1 1 450 350" stroke="#e8edf1" stroke-width="8" fill="none"/><path d="M320 250L420 170" stroke="#e04a3a" stroke-width="8"/>',
  `${wheel}<path d="M430 150q80 110 0 220l-46-30q44-80 0-160z" fill="#b8352a"/>`,
  `${wheel}<circle cx="320" cy="260" r="110" fill="none" stroke="#8b6a4a" stroke-width="10" stroke-dasharray="26 14"/>`,
  '<rect x="150" y="0" width="340" height="480" fill="#15191d"/><path d="M200 0V480M260 0V480M320 0V480M380 0V480M440 0V480" stroke="#39424a" stroke-width="14"/>',
  `${panel}<path d="M180 300L430 250M200 325L410 285" stroke="#e6edf3" stroke-width="5"/>`,
  '<path d="M60 420L180 80H460L580 420Z" fill="#a9c3d6"/><path d="M330 220l14 26 30-6-18 24 22 22-32 0-8 30-14-28-30 8 18-26-20-22 30 2z" fill="#eef4f8"/>',
  `${panel}<ellipse cx="330" cy="290" rx="90" ry="54" fill="#234a6c"/><ellipse cx="315" cy="278" rx="56" ry="28" fill="#3d73a3"/>`,
  `<path d="M60 330q20-70 120-78l70-70h170l90 74q80 10 80 74z" fill="#c9d2da"/><circle cx="190" cy="334" r="46" fill="#191d21"/><circle cx="470" cy="334" r="46" fill="#191d21"/>`,
]
