// Damage map, photos, video, quotes and handover act of the workshop app, in a browser that trusts the service's authority.
// What was done there is read again as the DMS reads it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { type Trusted, trustService } from './trust.ts'
import { assertAccessible, assertFits, type Check, languages, type Service, schemes, sizes } from './visit.ts'
import { advisor, fillSignIn, type Language, until, waitUntilOffline } from './workshop.ts'
import { warnBeforeSending } from './workshop-gaps.ts'
import { offerOnce, takeDecisionBack, writeOwnLine } from './workshop-quotes.ts'

const deadlineMs = 30_000
const landscape = { viewport: { width: 1180, height: 820 } }
/** As the app cuts photos: bytes of one request. */
const piece = 1024 * 1024

interface Mark {
  kind: string
  panel?: string
  number: number
  size?: string
  comment?: string
  internalComment?: string
  photos: { id: string }[]
}
interface Quote {
  id: string
  category: string
  description?: string
  packageId?: string
  approvalStatus?: string
  approvalMedium?: string
  deferralDate?: string
  rejectionReasonCode?: string
  contents: { itemCategory: string; description: string; amountExVat: number; amountIncVat: number }[]
}

async function makeSurvey({ asDms }: Trusted, name: string, more: object = {}): Promise<string> {
  const path = `/system-clients/demo/service-orders/${name}-${Date.now() % 1_000_000}`
  const { status } = await asDms(path, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer: { category: 'person', firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' },
      vehicle: { numberPlate: `M ${name}`, make: 'Norvik', model: 'Fjell Estate', fuelType: 'diesel' },
      ...more,
    },
  })
  assert.equal(status, 201)
  return findSurvey(asDms, path, 'health')
}

async function findSurvey(asDms: Trusted['asDms'], orderPath: string, type: string): Promise<string> {
  const { body } = await asDms<{ id: string; surveyType: string }[]>(
    `${orderPath}/surveys?survey-type=${type}`,
  )
  const [survey] = body
  assert.ok(survey, `no ${type} survey`)
  return survey.id
}

async function open(
  context: BrowserContext,
  service: Service,
  path: string,
  language: Language = 'en',
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${service.base}/workshop/?lang=${language}`)
  await fillSignIn(page, advisor, service.passwords.get(advisor) ?? '', language)
  await page.locator('.car').first().waitFor()
  await page.goto(`${service.base}/workshop/${path}?lang=${language}`)
  return page
}

/** In units of the drawing, which is 1000 × 640. */
async function onDrawing(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.damage-drawing').boundingBox()
  assert.ok(box)
  // The drawing keeps its shape inside of its box.
  const scale = Math.min(box.width / 1000, box.height / 640)
  return {
    x: box.x + (box.width - 1000 * scale) / 2 + x * scale,
    y: box.y + (box.height - 640 * scale) / 2 + y * scale,
  }
}

async function tapDrawing(page: Page, x: number, y: number): Promise<void> {
  const place = await onDrawing(page, x, y)
  await page.mouse.click(place.x, place.y)
}

async function marksOf({ asDms }: Trusted, surveyId: string): Promise<Mark[]> {
  return (await asDms<{ marks: Mark[] }>(`/system-clients/demo/surveys/${surveyId}/damage-marks`)).body.marks
}

type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

const markDamage: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'MARK')
  const page = await open(context, service, `surveys/${surveyId}/damage`)
  const rows = page.locator('button.mark-row')
  await page.locator('.damage-drawing').waitFor()
  await tapDrawing(page, 500, 320)
  await rows.nth(0).waitFor()
  await page.getByLabel('Remark, printed on the act').fill('hail')
  await page.getByLabel('Internal comment, never printed').fill('ask the insurer')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('radio', { name: 'Dent' }).first().check()
  await page.getByLabel('Add by the name of the part …').selectOption({ label: 'Front left door' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await rows.nth(1).waitFor()
  await page.getByRole('radio', { name: 'Hand' }).click()
  await tapDrawing(page, 560, 320)
  await rows.nth(2).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await rows.count()) === 2)
  // A finger moves the first mark from the roof to the bonnet.
  const from = await onDrawing(page, 500, 320)
  const to = await onDrawing(page, 280, 320)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 30, from.y, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
  await rows.filter({ hasText: 'Bonnet' }).waitFor()
  await until(async () => (await marksOf(trusted, surveyId))[0]?.panel === 'bonnet')
  const marks = await marksOf(trusted, surveyId)
  assert.deepEqual(
    marks.map((mark) => [mark.number, mark.kind, mark.panel, mark.size, mark.comment, mark.internalComment]),
    [
      [1, 'scratch', 'bonnet', 'small', 'hail', 'ask the insurer'],
      [2, 'dent', 'frontLeftDoor', 'medium', undefined, undefined],
    ],
  )
}

const markOffline: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'AWAY')
  const page = await open(context, service, `surveys/${surveyId}/damage`)
  await page.locator('.damage-drawing').waitFor()
  await waitUntilOffline(page)
  await context.setOffline(true)
  await page.reload()
  await page.locator('.damage-drawing').waitFor()
  await tapDrawing(page, 500, 320)
  await page.locator('button.mark-row', { hasText: 'Roof' }).waitFor()
  await page.reload()
  await page.locator('button.mark-row', { hasText: 'Roof' }).waitFor()
  assert.deepEqual(await marksOf(trusted, surveyId), [])
  await context.setOffline(false)
  await until(async () => (await marksOf(trusted, surveyId))[0]?.panel === 'roof')
}

/** Twice the size of a piece and a bit: noise does not get smaller. */
async function makeLargePhoto(): Promise<Buffer> {
  const [width, height] = [2000, 1500]
  const noise = Buffer.alloc(width * height * 3)
  // The same noise whenever it runs.
  let state = 1
  for (let i = 0; i < noise.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    noise[i] = state >> 16
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

const resumeUpload: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'CUT')
  const photo = await makeLargePhoto()
  assert.ok(photo.length > 2 * piece, `${photo.length} bytes are too few to be cut`)
  const offsets: number[] = []
  let bytes = 0
  let begun = 0
  let isHealed = false
  // After the first piece the network is gone: half of the photo is there, half is not.
  await context.route(/\/app\/.*\/uploads/, (route: Route) => {
    if (route.request().method() === 'PATCH') begun += 1
    return begun > 1 && !isHealed ? route.abort('connectionreset') : route.continue()
  })
  context.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'PATCH') return
    const from = Number(request.headers()['upload-offset'])
    offsets.push(from)
    bytes += Number(response.headers()['upload-offset']) - from
  })
  // This browser has no camera: the screen says so and offers pictures of the device.
  const page = await open(context, service, `surveys/${surveyId}/damage`)
  await page.locator('.damage-drawing').waitFor()
  await tapDrawing(page, 500, 320)
  await page.locator('.shot.add').click()
  await page.getByRole('heading', { name: /camera/i }).waitFor()
  await page
    .locator('dialog.camera input[type=file]')
    .setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.locator('.camera-roll .thumb').waitFor()
  await page.locator('.camera-done').click()
  await until(async () => begun > 1)
  assert.deepEqual([offsets, bytes], [[0], piece])
  assert.deepEqual((await marksOf(trusted, surveyId))[0]?.photos, [])
  // Loaded anew while cut: the photo is still here, with its state.
  await page.reload()
  await page.locator('button.mark-row').click()
  await page.locator('.shot .sync-state').first().waitFor()
  isHealed = true
  await page.evaluate("window.dispatchEvent(new Event('online'))")
  await until(async () => (await marksOf(trusted, surveyId))[0]?.photos?.length === 1)
  // The answer to the last piece may still be on its way.
  await until(async () => bytes >= photo.length)
  assert.deepEqual(offsets, [0, piece, 2 * piece], 'goes on where it stopped')
  assert.equal(bytes, photo.length, 'no byte travelled twice')
  await until(async () => (await page.locator('.shot .sync-state').count()) === 0)
}

async function drawSignature(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 40, box.y + 80)
  await page.mouse.down()
  for (let i = 1; i <= 30; i++) await page.mouse.move(box.x + 40 + i * 7, box.y + 80 + Math.sin(i) * 40)
  await page.mouse.up()
}

const signAct: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'SIGN')
  const page = await open(context, service, `surveys/${surveyId}/handover`)
  await page.getByLabel('Odometer reading').fill('61 250')
  await page.getByLabel(/request/).fill('Squeaks when braking')
  await page.getByRole('button', { name: '1/2', exact: true }).click()
  const customer = page.getByRole('region', { name: 'Signature of the customer' })
  await customer.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('Sign in the field first').waitFor()
  assert.equal(await customer.getByLabel('Name in letters').inputValue(), 'Ada Example')
  await drawSignature(page, customer.locator('canvas'))
  await customer.getByRole('button', { name: 'Sign', exact: true }).click()
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  const staff = page.getByRole('region', { name: 'Signature of the service advisor' })
  await drawSignature(page, staff.locator('canvas'))
  await staff.getByRole('button', { name: 'Sign', exact: true }).click()
  await staff.getByText(/Signed by .+ · \d/).waitFor()
  await page.getByRole('button', { name: /^Correct the contact/ }).click()
  await page.getByLabel('E-mail').fill('ada.example@example.org')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByText('ada.example@example.org').waitFor()

  interface Survey {
    customer: { email: string; modifiedEmail?: string }
    contents: { contents: { id: string; answers?: { id: string; value?: string; selected?: boolean }[] }[] }[]
  }
  const read = async () => (await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)).body
  await until(async () => (await read()).customer.modifiedEmail === 'ada.example@example.org')
  const { customer: partner, contents } = await read()
  assert.equal(partner.email, 'ada@example.org')
  const answers = new Map(
    contents.flatMap((section) =>
      section.contents.map(({ id, answers: all = [] }) => [id, all.find(({ selected }) => selected)]),
    ),
  )
  assert.equal(Number(answers.get('h.mileage')?.value), 61_250)
  assert.equal(answers.get('h.request')?.value, 'Squeaks when braking')
  assert.equal(answers.get('h.sign')?.id, 'v1')

  const link = page.getByRole('link', { name: 'Open the PDF' })
  const url = await link.getAttribute('href')
  const digest = (address: string, headers: object) =>
    page.evaluate<
      string[]
    >(`fetch(${JSON.stringify(address)}, { headers: ${JSON.stringify(headers)} }).then(async (answer) => {
      const bytes = await answer.arrayBuffer()
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      return [answer.headers.get('content-type'), String(hash), new TextDecoder().decode(bytes.slice(0, 5))]
    })`)
  const here = await digest(url ?? '', {})
  assert.deepEqual([here[0], here[2]], ['application/pdf', '%PDF-'])
  const path = `/v1/system-clients/demo/surveys/${surveyId}/pdf-forms/handover-act`
  assert.deepEqual(
    await digest(`${service.base}${path}`, { 'x-api-key': service.key }),
    here,
    'the DMS reads the same',
  )
}

const signAfterChange: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'AGAIN')
  const page = await open(context, service, `surveys/${surveyId}/handover`)
  await page.getByLabel('Odometer reading').fill('61 250')
  const customer = page.getByRole('region', { name: 'Signature of the customer' })
  const sign = async () => {
    await drawSignature(page, customer.locator('canvas'))
    await customer.getByRole('button', { name: 'Sign', exact: true }).click()
  }
  await sign()
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  assert.equal(await customer.getByText('Signed before a change').count(), 0)

  // Decided on the tablet, without a network.
  await waitUntilOffline(page)
  await context.setOffline(true)
  await page.getByLabel('Odometer reading').fill('999')
  await page.getByLabel('Odometer reading').blur()
  await customer.getByText('Signed before a change').waitFor()
  assert.match((await customer.locator('s').textContent()) ?? '', /^Ada Example · /)
  await sign()
  await customer.getByText(/Signed by Ada Example · Customer · On this device/i).waitFor()
  await context.setOffline(false)
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  assert.match((await customer.locator('s').textContent()) ?? '', /^Ada Example · /, 'the old one stays')
  await page.reload()
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  assert.equal(await customer.locator('s').count(), 1)
}

const signForCompany: Act = async (context, service, trusted) => {
  const line = (id: string, description: string, amountExVat: number, amountIncVat: number) => ({
    id,
    itemCategory: 'labour',
    description,
    amountExVat,
    amountIncVat,
  })
  const surveyId = await makeSurvey(trusted, 'FIRM', {
    currency: 'EUR',
    customer: { category: 'legalEntity', name: 'Example Logistics Ltd' },
    contents: [line('1', 'Annual service', 405, 481.95), line('2', 'Brake fluid', 200.01, 238.01)],
  })
  const page = await open(context, service, `surveys/${surveyId}/handover`)
  const work = page.getByRole('region', { name: 'Ordered work and parts' })
  await work.getByText('Annual service').waitFor()
  await work.getByText('€719.96').waitFor()
  const terms = page.getByRole('region', { name: 'Terms' })
  await terms.getByText(/may drive the vehicle on public roads/).waitFor()
  const customer = page.getByRole('region', { name: 'Signature of the customer' })
  assert.ok(await customer.getByRole('radio', { name: 'Representative of the company' }).isChecked())
  assert.equal(await customer.getByLabel('Name in letters').inputValue(), '', 'a company holds no pen')
  await drawSignature(page, customer.locator('canvas'))
  const sign = customer.getByRole('button', { name: 'Sign', exact: true })
  await sign.click()
  await customer.getByText('Give the name of the person who signs', { exact: true }).waitFor()
  await customer.getByLabel('Name in letters').fill('Example Logistics Ltd')
  await customer.getByText(/A company does not sign/).waitFor()
  await customer.getByLabel('Name in letters').fill('Grace Example')
  // A second tap within a second counts as none.
  const done = customer.getByText(/Signed by Grace Example · Representative of the company/)
  await until(async () => {
    if (await sign.isVisible()) await sign.click()
    return done.isVisible()
  })
  await customer.getByText(/Signed by Grace Example · Representative of the company · \d/).waitFor()
}

const buildQuote: Act = async (context, service, trusted) => {
  const surveyId = await findSurvey(trusted.asDms, '/system-clients/demo/service-orders/SO-1001', 'VC')
  const page = await open(context, service, `surveys/${surveyId}/quotes`)
  const heading = page.getByRole('heading', { name: 'Pad thickness front left' })
  const finding = page.locator('.finding-card', { has: heading })
  await finding.getByRole('button', { name: /^Front brake pads/ }).click()
  await finding.getByRole('button', { name: 'Own line' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Add to the offer' }).click()
  await sheet.getByText('The quote is not complete').waitFor()
  await sheet.getByLabel('Text').fill('Bleed the brakes')
  await sheet.getByLabel('Without VAT').fill('17,70')
  await sheet.getByLabel('Quantity').fill('2')
  await sheet.getByText('2 h × €17.70 = €35.40 €42.13 with VAT').waitFor()
  await sheet.getByRole('button', { name: 'Add to the offer' }).click()
  await page.getByRole('radio', { name: 'By phone' }).check()
  const own = page.locator('.offer', { hasText: 'Bleed the brakes' })
  await own.getByRole('button', { name: 'Approve' }).click()
  const pads = page.locator('.offer', { hasText: 'Front brake pads' })
  await pads.getByRole('button', { name: 'Later' }).click()
  await sheet.getByRole('button', { name: 'Later' }).click()
  const bush = page.locator('.offer', { hasText: 'Control-arm bush' })
  await bush.getByRole('button', { name: 'No', exact: true }).click()
  await sheet.getByRole('button', { name: 'Too expensive' }).click()

  const read = async () =>
    (await trusted.asDms<Quote[]>(`/system-clients/demo/surveys/${surveyId}/quotes`)).body
  const rejected = (quotes: readonly Quote[]) => quotes.find(({ id }) => id === 'Q-1001-1')
  await until(async () => rejected(await read())?.approvalStatus === 'rejected')
  const quotes = await read()
  assert.equal(rejected(quotes)?.rejectionReasonCode, 'tooExpensive')
  const written = quotes.find(({ description }) => description === 'Bleed the brakes')
  assert.deepEqual(
    [
      written?.approvalStatus,
      written?.approvalMedium,
      written?.contents[0]?.amountExVat,
      written?.contents[0]?.amountIncVat,
    ],
    ['approved', 'phone', 35.4, 42.13],
  )
  const deferred = quotes.find(({ packageId }) => packageId === 'open!brk-pads-f')
  assert.equal(deferred?.approvalStatus, 'deferred')
  const inWeek = new Date(Date.now() + 7 * 86_400_000)
  assert.ok(Math.abs(Date.parse(deferred?.deferralDate ?? '') - inWeek.getTime()) < 2 * 86_400_000)
}

/** On the owner's page, as one of the command line's links opens it; gives the day that was chosen. */
async function decideAsOwner(context: BrowserContext, service: Service, surveyId: string): Promise<string> {
  const made = await service.run(['owner-link', 'create', 'demo', surveyId, '--deciding', '--json'])
  const page = await context.newPage()
  await page.goto(`${(JSON.parse(made) as { url: string }).url}?lang=en`)
  const line = page.locator('.line', { hasText: 'Wiper blades' })
  await line.locator('label.word', { hasText: 'Later' }).click()
  const day = await line.getByLabel('Remind me on').inputValue()
  await page.getByRole('button', { name: 'Check my choices' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('.hash .code').waitFor()
  await page.locator('.stars label').nth(3).click()
  await page.locator('textarea').fill('Quick and friendly')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await page.getByRole('heading', { name: 'Thank you for your feedback' }).waitFor()
  await page.close()
  return day
}

const hearOwner: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'SAID')
  const quotes = `/system-clients/demo/surveys/${surveyId}/quotes/said`
  const contents = [{ itemCategory: 'material', amountExVat: 20, amountIncVat: 23.8, description: 'Blades' }]
  const place = { questionId: 'h.wipers', answerId: 'adv' }
  const body = { category: 'quote', currency: 'EUR', description: 'Wiper blades', ...place, contents }
  assert.equal((await trusted.asDms(quotes, { method: 'PUT', body })).status, 201)
  const page = await open(context, service, `surveys/${surveyId}/quotes`)
  const offer = page.locator('.offer', { hasText: 'Wiper blades' })
  await offer.waitFor()

  // Comes by itself, the day as the owner chose it although this device is a quarter of a day behind.
  const chosen = await decideAsOwner(context, service, surveyId)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(chosen),
  )
  const decided = offer.locator('.decided')
  await decided.getByText(`on ${day} · Online`).waitFor()
  const said = page.getByRole('region', { name: 'From the owner' })
  await said.getByText('4 stars of 5').waitFor()
  await said.getByText('Quick and friendly').waitFor()
  const [receipt] = await Promise.all([
    context.waitForEvent('page'),
    said.getByRole('link', { name: /^Receipt of the decision/ }).click(),
  ])
  await receipt.getByText('Wiper blades').first().waitFor()
  await receipt.close()

  const sheet = page.getByRole('dialog')
  await offer.getByRole('button', { name: 'Later' }).click()
  assert.equal(await sheet.getByLabel('Day').inputValue(), chosen)
  await sheet.getByRole('button', { name: 'Later' }).click()
  await sheet.waitFor({ state: 'detached' })
  await decided.getByText('Online').waitFor()
  await offer.getByRole('button', { name: 'Approve' }).click()
  await sheet.getByRole('heading', { name: 'The owner decided this online' }).waitFor()
  await assertFits(page)
  await sheet.getByRole('button', { name: 'Leave it' }).click()
  await decided.getByText('Online').waitFor()
  await offer.getByRole('button', { name: 'Approve' }).click()
  await sheet.getByRole('button', { name: 'Replace it' }).click()
  await decided.getByText('In person').waitFor()
  const read = async () => (await trusted.asDms<Quote>(quotes)).body
  await until(async () => (await read()).approvalMedium === 'direct')
  assert.deepEqual([(await read()).approvalStatus, (await read()).deferralDate], ['approved', undefined])
  await page.goto(`${service.base}/workshop/`)
  const car = page.locator('.car', { hasText: 'M SAID' })
  await car.getByText('Owner has decided').waitFor()
  await car.getByText('4 stars of 5').waitFor()
}

const acts: readonly (readonly [string, Act, BrowserContextOptions?])[] = [
  ['work for an axle is offered once, and named at the other wheel', offerOnce],
  ['a decision recorded by mistake is taken back, and a phone decision names who told it', takeDecisionBack],
  ['an own line is quantity times price, with unit, discount and currency', writeOwnLine],
  ['something urgent without offer or photo is asked about before it is sent', warnBeforeSending],
  ['damage is marked, named, moved and taken back, and the DMS reads it', markDamage],
  ['the map opens and takes marks without a network', markOffline],
  ['a photo upload that was cut at half goes on there', resumeUpload],
  ['a handover act is filled, signed and printed', signAct],
  ['a change after signing strikes the signature out and asks for a new one', signAfterChange],
  ['a person signs for a company, below the ordered work and the terms', signForCompany],
  ['a quote is built and decided by phone', buildQuote],
  ['what the owner decided and said reaches the advisor', hearOwner, { timezoneId: 'America/New_York' }],
]

const screens = [
  ['damage', 'health', '.damage-drawing'],
  ['handover', 'health', '.damage-drawing'],
  ['quotes', 'VC', '.offer'],
  ['video', 'VC', '.film-closed'],
] as const

export async function checkWorkshopMedia(
  check: Check,
  launch: (flags: readonly string[]) => Promise<Browser>,
  service: Service,
  screenshots: string,
): Promise<void> {
  const trusted = await trustService(service)
  const browser = await launch(trusted.flags)
  const inContext = async (options: object, act: (context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(deadlineMs)
    try {
      await act(context)
    } finally {
      await context.close()
    }
  }
  try {
    for (const [name, act, options] of acts)
      await check(name, () =>
        inContext({ ...landscape, ...options }, (context) => act(context, service, trusted)),
      )
    for (const [index, size] of sizes.entries())
      await check(`the screens of media and quotes in the size ${size.name}`, () => {
        const language = languages[index % languages.length] ?? 'en'
        const colorScheme = schemes[index % schemes.length] ?? 'light'
        const { width, height } = size
        return inContext({ viewport: { width, height }, colorScheme }, async (context) => {
          const page = await open(context, service, '', language)
          for (const [screen, type, sign] of screens) {
            const order = '/system-clients/demo/service-orders/SO-1001'
            const surveyId = await findSurvey(trusted.asDms, order, type)
            await page.goto(`${service.base}/workshop/surveys/${surveyId}/${screen}?lang=${language}`)
            await page.locator(sign).first().waitFor()
            await assertFits(page)
            const name = `workshop-${screen}-${size.name}-${colorScheme}-${language}.png`
            await page.screenshot({ path: join(screenshots, name) })
            // A frame that runs no scripts cannot be asked for its faults, and asking never ends.
            await page.evaluate('for (const frame of document.querySelectorAll("iframe")) frame.remove()')
            await assertAccessible(page)
          }
        })
      })
  } finally {
    await browser.close()
  }
}
