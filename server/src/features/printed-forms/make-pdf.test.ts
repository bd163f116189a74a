import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { carWords } from '@walkaround/contract/rules/car-words.ts'
import { fill, languages } from '@walkaround/contract/rules/texts.ts'
import { bareModel, formPhotos, richModel } from '../../../test/support/form-models.ts'
import { wordsOf } from '../../../test/support/form-words.ts'
import { type PdfPage, readPdf, wordsOfPage, wordsOfPdf } from '../../../test/support/read-pdf.ts'
import { getTexts } from '../findings/texts.ts'
import { makePdf } from './make-pdf.ts'
import type { FormModel, FormName } from './model.ts'

const forms: readonly FormName[] = ['survey-summary', 'handover-act', 'handover-pack', 'damage-report']
const photos = await formPhotos()
const side = 44

const make = async (model: FormModel) => readPdf(await makePdf(model, photos))
const says = (pages: readonly PdfPage[], words: string) => {
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
  assert.ok(flat(wordsOfPdf(pages)).includes(flat(words)), `"${words}" is not printed`)
}

/** All text is inside the margins and none overlaps. */
function assertTidy(pages: readonly PdfPage[]): void {
  for (const [index, page] of pages.entries()) {
    assert.ok(page.texts.length > 3, `page ${index + 1} is empty`)
    for (const { text, x, y, width, size } of page.texts) {
      const where = `"${text}" on page ${index + 1}`
      assert.ok(x >= side - 1, `${where} begins at ${x}`)
      assert.ok(x + width <= page.width - side + 1.5, `${where} ends at ${x + width}`)
      assert.ok(y - size >= 20 && y <= page.height - 20, `${where} stands at ${y}`)
    }
    const body = page.texts.filter(({ y }) => y < page.height - 40)
    for (const [at, one] of body.entries())
      for (const other of body.slice(at + 1)) {
        const apart =
          one.x + one.width <= other.x + 0.5 ||
          other.x + other.width <= one.x + 0.5 ||
          Math.abs(one.y - other.y) >= Math.min(one.size, other.size) * 0.7
        assert.ok(apart, `"${one.text}" and "${other.text}" lie over each other on page ${index + 1}`)
      }
  }
}

describe('every form in every language', () => {
  for (const language of languages)
    for (const form of forms)
      test(`${form} in ${language} says what it must, in that language`, async () => {
        const model = richModel(form, language)
        const pages = await make(model)
        assertTidy(pages)
        const texts = getTexts(language)
        says(pages, form === 'handover-pack' ? texts.titles['handover-act'] : texts.titles[form])
        says(pages, model.dealership.name)
        says(pages, '4711/26')
        says(pages, model.vehicle.vin as string)
        says(pages, model.vehicle.numberPlate as string)
        for (const [index, page] of pages.entries())
          assert.ok(
            wordsOfPage(page).includes(fill(texts.frame.page, { page: index + 1, pages: pages.length })),
            `page ${index + 1}`,
          )
      })

  test('marks on a photo are drawn above it, and their words are text', async () => {
    const model = richModel('survey-summary', 'de')
    const photo = model.photos?.pads
    assert.ok(photo)
    const marked = (shapes: NonNullable<typeof photo.shapes>): FormModel => ({
      ...model,
      photos: { ...model.photos, pads: { ...photo, shapes } },
    })
    const text = { kind: 'text', colour: 'red', x: 0.1, y: 0.1, words: 'Riss hier' } as const
    says(await make(marked([text])), 'Riss hier')
    const circle = { kind: 'circle', colour: 'red', x: 0.1, y: 0.1, width: 0.3, height: 0.3 } as const
    const [plain, drawn] = await Promise.all([makePdf(model, photos), makePdf(marked([circle]), photos)])
    assert.notDeepEqual(plain, drawn)
  })

  test('the act has parties, figures, belongings, lines, sums, terms and signatures', async () => {
    const pages = await make(richModel('handover-act', 'de'))
    const expected = [
      'Herr Jürgen Weißmüller',
      'im Auftrag von Weißmüller Gebäudetechnik GmbH & Co. KG',
      'Käthe Brünjes',
      '84.213 km',
      '30.06.2027',
      'Kindersitz auf der Rückbank',
      'Jahresinspektion nach',
      '1,5 Std.',
      '385,63 €',
      '458,90 €',
      'Beide Seiten haben das Fahrzeug besichtigt.',
      'Nichts ohne Rückfrage',
      'Unterschrieben am 12. März 2026 um 08:48',
      'Stoßfänger vorn',
    ]
    for (const words of expected) says(pages, words)
  })

  test('the summary names findings by urgency, then offers, then what nobody looked at', async () => {
    const pages = await make(richModel('survey-summary', 'ru'))
    const words = wordsOfPdf(pages)
    const { q, quote } = wordsOf('ru')
    const order = [q.pads, q.tyreFl, q.glass, q.fluid, 'Предложения', 'В порядке', 'Не проверялись', q.spare]
    const places = order.map((one) =>
      one === 'Не проверялись' ? words.indexOf('не проверялись') : words.lastIndexOf(one),
    )
    assert.ok(
      places.every((place) => place >= 0),
      places.join(),
    )
    const [pads, tyre, glass, fluid] = places as [number, number, number, number]
    assert.ok(pads < tyre && tyre < glass && glass < fluid, places.join())
    for (const one of ['2,1 мм', '94 836,00 ₽', '79 030,00 ₽', quote.tyres, 'по закону не менее 1,6 мм'])
      says(pages, one)
    assert.equal(
      pages.reduce((sum, page) => sum + page.images, 0),
      6,
    )
  })

  test('the pack is the act and the summary with pages counted through', async () => {
    const [act, summary, pack] = await Promise.all(
      (['handover-act', 'survey-summary', 'handover-pack'] as const).map((form) =>
        make(richModel(form, 'en')),
      ),
    )
    assert.equal(pack?.length, (act?.length ?? 0) + (summary?.length ?? 0))
    assert.match(wordsOfPage(pack?.at(-1) as PdfPage), new RegExp(`Page ${pack?.length} of ${pack?.length}`))
  })

  test('the drawing alone is one page', async () => {
    const pages = readPdf(await makePdf(richModel('damage-report', 'ru'), photos, 'drawing'))
    assert.equal(pages.length, 1)
    assertTidy(pages)
    for (const words of ['Схема повреждений', 'Вмятина', 'А471ВТ 178']) says(pages, words)
  })

  test('without a driver the customer stands in the act', async () => {
    const { driver: _, ...model } = richModel('handover-act', 'en')
    const pages = await make(model)
    says(pages, 'Handed over by (customer)')
    says(pages, 'Whitfield & Daughters Ltd')
    assert.ok(!wordsOfPdf(pages).includes('Ms Eleanor'))
  })
})

describe('what a customer holds in the hand', () => {
  const lines = Array.from({ length: 10 }, (_, index) => ({
    text: `Ordered line ${index + 1}`,
    category: index < 4 ? ('labour' as const) : ('material' as const),
    code: `83 21 2 365 95${index}`,
    quantity: 1,
    unit: 'ea',
    amountExVat: 10,
    amountIncVat: 12,
  }))

  for (const language of languages)
    test(`${language}: the act of the usual car is one sheet, with the damage listed under its drawing`, async () => {
      const model = richModel('handover-act', language)
      const hash = 'f'.repeat(64)
      const pages = await make({
        ...model,
        order: { ...model.order, lines },
        damage: { ...model.damage, marks: (model.damage?.marks ?? []).slice(0, 4) },
        signatures: (model.signatures ?? []).map((one) => ({ ...one, hash })),
        advisor: { name: 'Käthe Brünjes', phone: '+49 30 23125 131', picture: 'pads' },
      })
      assertTidy(pages)
      assert.equal(pages.length, 2)
      const [first] = pages as [PdfPage]
      const { damage } = getTexts(language)
      const title = first.texts.findIndex(({ text }) => text.includes(damage.title))
      assert.ok(title > 0)
      const after = first.texts.slice(title).map(({ text }) => text)
      for (const { panel } of (model.damage?.marks ?? []).slice(0, 4))
        assert.ok(
          after.some((text) => text.includes((panel ?? '').split(' ')[0] as string)),
          panel,
        )
      says([first], '+49 30 23125 131')
      assert.ok(first.images > 0)
    })

  test('nothing is printed smaller than 8.5 points, but the country on a plate', async () => {
    for (const form of forms)
      for (const { texts } of await make(richModel(form, 'de')))
        assert.deepEqual(
          texts.filter(({ size, text }) => size < 8.49 && text.trim() !== 'D'),
          [],
        )
  })

  test('no page has a single row, a heading alone or a signature alone', async () => {
    for (const form of ['handover-act', 'survey-summary'] as const)
      for (let count = 1; count <= 25; count += 2) {
        const model = richModel(form, 'en')
        const more = Array.from({ length: count }, (_, index) => ({
          ...lines[0],
          text: `Lot ${index}`,
          category: 'labour' as const,
        }))
        const quotes = more.map(({ text }) => ({ text, currency: 'GBP', total: { exVat: 1, incVat: 1.2 } }))
        const pages = await make({ ...model, order: { ...model.order, lines: more }, quotes })
        for (const [index, page] of pages.entries()) {
          const body = page.texts.filter(({ y }) => y > 50 && y < page.height - 45)
          const rows = new Set(body.map(({ y }) => Math.round(y)))
          assert.ok(
            rows.size >= 5 || page.images > 1,
            `${form} with ${count}: page ${index + 1} has ${rows.size} lines`,
          )
          const ofTable = body.filter(({ text }) => text.startsWith('Lot '))
          assert.ok(count < 4 || ofTable.length !== 1, `${form} with ${count}: one row on page ${index + 1}`)
        }
      }
  })

  test('tyres and brakes are one picture with everything that was read, not a line each', async () => {
    for (const language of languages) {
      const pages = await make(richModel('survey-summary', language))
      const car = carWords[language]
      const { q } = wordsOf(language)
      const words = wordsOfPdf(pages)
      for (const one of [...Object.values(car.wheels), 'DOT 2319', '225/45 R18 95Y', car.wheelParts.tread])
        says(pages, one)
      says(pages, `${car.tyrePlaces.inner} ${language === 'en' ? '1.4' : '1,4'}`)
      // What is fine at a wheel is in the picture alone, what is not has its card too.
      for (const fine of [q.tyreFr, q.tyreRl, q.tyreRr]) assert.ok(!words.includes(fine), fine)
      assert.ok(words.includes(q.tyreFl))
    }
    // Without a measured wheel there is no picture.
    const model = richModel('survey-summary', 'en')
    const bare = await make({ ...model, sections: model.sections.slice(0, 2) })
    assert.ok(!wordsOfPdf(bare).includes(getTexts('en').summary.wheelsTitle))
  })
})

describe('the file', () => {
  test('is the same for the same model, tagged, titled and in its language', async () => {
    const model = richModel('handover-pack', 'de')
    const [one, other] = [await makePdf(model, photos), await makePdf(structuredClone(model), photos)]
    assert.ok(one.equals(other))
    const text = one.toString('latin1')
    for (const part of [
      '/Lang (de)',
      '/Marked true',
      '/DisplayDocTitle true',
      '/StructTreeRoot',
      '/S /H1',
      '/S /TH',
      '/S /Figure',
      'D:20260312094107Z',
    ])
      assert.ok(text.includes(part), part)
    // The author is in the metadata as XML.
    assert.ok(one.toString('utf8').includes('<rdf:li>Autohaus Süßkind &amp; Söhne GmbH</rdf:li>'))
    assert.ok(one.length < 400_000, `${one.length}`)
  })

  test('differs when the model does', async () => {
    const model = richModel('damage-report', 'en')
    const changed = { ...model, asOf: '2026-03-13T09:41:07Z' }
    assert.ok(!(await makePdf(model, photos)).equals(await makePdf(changed, photos)))
  })

  test('embeds only the letters it uses, and a photo once', async () => {
    const pdf = await makePdf(richModel('handover-pack', 'en'), photos)
    assert.ok(pdf.length < 300_000, `${pdf.length}`)
    const images = pdf.toString('latin1').match(/\/Subtype \/Image/g) ?? []
    assert.equal(images.length, 8)
  })
})

describe('extremes', () => {
  for (const form of forms)
    test(`${form} of a model that says nothing is one page per part and says so`, async () => {
      const pages = await make(bareModel(form))
      assert.ok(pages.length <= (form === 'handover-pack' ? 3 : 2), `${pages.length}`)
      assertTidy(pages)
    })

  test('300 lines, each once, under a head on every page', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({
      text: `Line number ${index + 1}.`,
      category: index % 3 ? ('material' as const) : ('labour' as const),
      quantity: 1,
      unit: 'ea',
      amountExVat: 0.1,
      amountIncVat: 0.12,
    }))
    const model = richModel('handover-act', 'en')
    const pages = await make({ ...model, order: { ...model.order, lines } })
    assertTidy(pages)
    assert.ok(pages.length >= 10 && pages.length <= 16, `${pages.length}`)
    const words = wordsOfPdf(pages)
    for (const { text } of lines) assert.equal(words.split(text).length, 2, text)
    for (const page of pages)
      if (page.texts.some(({ text }) => text.startsWith('Line number')))
        assert.ok(page.texts.some(({ text }) => text === 'Description'))
    says(pages, '£30.00')
    says(pages, '£36.00')
  })

  test('300 points and 300 marks', async () => {
    const model = richModel('survey-summary', 'en')
    const statuses = ['red', 'amber', 'green', undefined] as const
    const questions = Array.from({ length: 300 }, (_, index) => {
      const status = statuses[index % 4]
      return { text: `Point number ${index}.`, answers: status ? [{ status, text: 'Found' }] : [] }
    })
    const pages = await make({ ...model, sections: [{ text: 'Everything', questions }] })
    assertTidy(pages)
    const words = wordsOfPdf(pages)
    for (const { text } of questions) assert.equal(words.split(text).length, 2, text)
    const marks = Array.from({ length: 300 }, (_, index) => ({
      number: index + 1,
      kind: 'dent' as const,
      x: ((index * 37) % 1000) / 1000,
      y: ((index * 61) % 640) / 640,
      comment: `Mark number ${index + 1}.`,
    }))
    const report = await make({ ...model, form: 'damage-report', damage: { ...model.damage, marks } })
    for (const { comment } of marks) says(report, comment)
  })

  test('fifty photos of one finding, none of them lost', async () => {
    const model = richModel('survey-summary', 'en')
    const refs = Array.from({ length: 50 }, () => 'pads')
    const many = new Map(photos)
    const names = refs.map((_, index) => `pads-${index}`)
    for (const name of names) many.set(name, photos.get('pads') as Buffer)
    const questions = [{ text: 'Pads', answers: [{ status: 'red' as const, text: 'Worn', photos: names }] }]
    const pages = readPdf(
      await makePdf({ ...model, surveyPhotos: [], sections: [{ text: 'Brakes', questions }] }, many),
    )
    assertTidy(pages)
    assert.equal(
      pages.reduce((sum, page) => sum + page.images, 0),
      50,
    )
    assert.ok(pages.length <= 7, `${pages.length}`)
  })

  test('a missing and a broken photo leave a labelled frame', async () => {
    const model = richModel('survey-summary', 'en')
    const some = new Map(photos)
    some.delete('pads')
    some.set('disc', Buffer.from('no picture'))
    const pages = readPdf(await makePdf(model, some))
    assert.equal(wordsOfPdf(pages).split('Photo not available').length, 3)
  })

  test('5,000 characters anywhere, in any script, with line ends', async () => {
    const long =
      `${'Ausführliche Beschreibung der Geräusche, Ελληνικά και Русский. '.repeat(40)}\n\n\nзаканчивается 中文 عربي 👩🏽‍🔧 ${'Wort'.repeat(600)}`.slice(
        0,
        5000,
      )
    for (const form of forms) {
      const model = richModel(form, 'de')
      const pages = await make({
        ...model,
        dealership: { ...model.dealership, name: long, addressLines: [long, long] },
        order: {
          ...model.order,
          externalId: long,
          description: long,
          lines: [{ text: long, code: long, category: 'labour' }],
        },
        driver: { lastName: long, address: long },
        vehicle: { ...model.vehicle, make: long, colour: long, numberPlate: long },
        sections: [
          {
            text: long,
            questions: [
              {
                ref: 'a',
                text: long,
                answers: [{ status: 'red', text: long, comment: long, photos: ['pads'] }],
              },
              { text: long, answers: [] },
            ],
          },
        ],
        quotes: [
          { text: long, currency: 'EUR', questionRef: 'a', lines: [{ text: long, category: 'labour' }] },
        ],
        belongings: { left: long, handedOver: [long] },
        consents: [{ text: long, answer: long }],
        damage: {
          ...model.damage,
          marks: [
            {
              number: 12345,
              kind: 'other',
              x: 5000,
              y: -5,
              size: long,
              panel: long,
              comment: long,
              photos: ['dent'],
            },
          ],
        },
        signatures: [{ role: 'customer', name: long, strokes: [[], [0], [0.5, 0.5]] }],
      })
      assertTidy(pages)
    }
  })

  test('what the font lacks is printed as its code', async () => {
    const model = richModel('handover-act', 'en')
    const pages = await make({
      ...model,
      driver: { firstName: '王', lastName: 'Ngũgĩ Παπαδόπουλος Đặng', address: 'شارع 😀' },
    })
    for (const words of ['[U+738B]', 'Ngũgĩ Παπαδόπουλος Đặng', '[U+0634]', '[U+1F600]']) says(pages, words)
    assert.ok(!wordsOfPdf(pages).includes('\uffff'))
  })

  test('nonsense in the model is printed as it is and never throws', async () => {
    const model = richModel('handover-pack', 'en')
    const pages = await make({
      ...model,
      language: 'not a language',
      timeZone: 'Nowhere/Atall',
      currency: '???',
      asOf: 'yesterday',
      resultUrl: `https://x.example/${'a'.repeat(5000)}`,
    })
    says(pages, 'yesterday')
    assertTidy(pages)
  })
})

test('letters can be copied out, whatever was drawn before with parts of them', async () => {
  const model = bareModel('handover-act')
  await makePdf({ ...model, dealership: { name: 'ÄÖÜ Ёлка' } }, photos)
  const pages = await make({ ...model, dealership: { name: 'AOU Елка' } })
  says(pages, 'AOU Елка')
})
