// Two cards of one car, one made by hand and one of the DMS: asked about on both, joined and taken apart by a tap (I5). Looked
// at on a tablet in every language.
import assert from 'node:assert/strict'
import { join as joinPath } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { type Trusted, trustService } from './trust.ts'
import { assertAccessible, assertFits, type Check, inContext, type Service, sizes } from './visit.ts'
import { advisor, type Language, openApp, technician, until } from './workshop.ts'

const words = {
  en: {
    ask: /^Same car\? Join/,
    undo: 'Undo joining',
    fact: 'Joined with an inspection made by hand',
    done: 'The two are one order now',
    undone: 'The inspection made by hand is separate again',
    byHand: 'Made by hand, waits for its order',
  },
  de: {
    ask: /^Dasselbe Auto\? Zusammenführen/,
    undo: 'Zusammenführung aufheben',
    fact: 'Mit einer von Hand angelegten Prüfung zusammengeführt',
    done: 'Beide sind jetzt ein Auftrag',
    undone: 'Die von Hand angelegte Prüfung ist wieder getrennt',
    byHand: 'Von Hand angelegt, wartet auf den Auftrag',
  },
  ru: {
    ask: /^Та же машина\? Объединить/,
    undo: 'Отменить объединение',
    fact: 'Объединён с осмотром, созданным вручную',
    done: 'Теперь это один заказ',
    undone: 'Осмотр, созданный вручную, снова отдельно',
    byHand: 'Создан вручную, ждёт заказа',
  },
} as const

const tablets = sizes.filter(({ name }) => name !== 'phone')
const deadlineMs = 30_000
let count = 0

interface Pair {
  plate: string
  orderId: string
  /** Of the inspection made by hand. */
  surveyId: string
}

/** One plate with two VINs, one of them mistyped: only a person can say whether it is one car. */
async function makePair(page: Page, { asDms }: Trusted): Promise<Pair> {
  const number = `${Date.now() % 1_000_000}${++count}`
  const [plate, orderId] = [`ONE ${number}`, `one-${number}`]
  const vinOf = (end: string) => `ZZZ1A2B35PX00000${end}`
  const surveyId = await page.evaluate<string>(`(async () => {
    const ask = async (path, more) => (await fetch('/app' + path, more)).json()
    const { csrf } = await ask('/session')
    const { branches } = await ask('/system-clients/demo/blank-surveys')
    const { branchId } = branches.find(({ code }) => code === 'DE1001')
    const card = await ask('/system-clients/demo/inspections/hand-${number}', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-walkaround-csrf': csrf },
      body: JSON.stringify({
        branchId, surveyTypes: ['VC'], numberPlate: '${plate}', vin: '${vinOf('1')}', customerName: 'Ada Example',
      }),
    })
    return card.surveys[0].id
  })()`)
  const { status } = await asDms(`/system-clients/demo/service-orders/${orderId}`, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer: { category: 'legalEntity', name: 'Example Transport' },
      vehicle: { numberPlate: plate, vin: vinOf('2'), make: 'Norvik', model: 'Sund' },
    },
  })
  assert.equal(status, 201)
  return { plate, orderId, surveyId }
}

const find = async (page: Page, plate: string, cards: number): Promise<Locator> => {
  await page.getByRole('searchbox').fill(plate)
  const found = page.locator('.car')
  await until(async () => {
    const plates = await page.locator('.car .plate').allTextContents()
    return plates.length === cards && plates.every((one) => one === plate)
  })
  return found
}

const surveysOf = async ({ asDms }: Trusted, { orderId }: Pair) =>
  (
    await asDms<{ id: string }[]>(`/system-clients/demo/service-orders/${orderId}/surveys?survey-type=VC`)
  ).body.map(({ id }) => id)

async function look(page: Page, folder: string, name: string): Promise<void> {
  for (const { name: size, width, height } of tablets) {
    await page.setViewportSize({ width, height })
    await assertFits(page)
    await page.screenshot({ path: joinPath(folder, `${name}-${size}.png`) })
  }
  await assertAccessible(page)
}

async function joinAndUndo(
  context: BrowserContext,
  service: Service,
  language: Language,
  folder: string,
): Promise<void> {
  context.setDefaultTimeout(deadlineMs)
  const said = words[language]
  const trusted = await trustService(service)
  const { page } = await openApp(context, service, { login: advisor, language })
  await page.locator('.car').first().waitFor()
  const pair = await makePair(page, trusted)
  const cards = await find(page, pair.plate, 2)
  const manual = cards.filter({ hasText: said.byHand })
  const ordered = cards.filter({ hasNotText: said.byHand })
  // Each names the other.
  await manual.getByRole('button', { name: said.ask }).getByText('Example Transport').waitFor()
  await ordered.getByRole('button', { name: said.ask }).getByText('Ada Example').waitFor()
  await look(page, folder, `same-car-asked-${language}`)
  await (language === 'de' ? ordered : manual).getByRole('button', { name: said.ask }).click()
  await page.getByText(said.done).waitFor()
  const joined = await find(page, pair.plate, 1)
  await joined.getByText(said.fact).waitFor()
  assert.equal(await joined.getByRole('button', { name: said.ask }).count(), 0)
  // What was made by hand is the one that stays.
  assert.deepEqual(await surveysOf(trusted, pair), [pair.surveyId])
  await look(page, folder, `same-car-joined-${language}`)
  await joined.getByRole('button', { name: said.undo, exact: true }).click()
  await page.getByText(said.undone).waitFor()
  const apart = await find(page, pair.plate, 2)
  await apart.filter({ hasText: said.byHand }).waitFor()
  assert.ok(!(await surveysOf(trusted, pair)).includes(pair.surveyId))
  // Somebody has said that they are two: nobody is asked again.
  assert.equal(await apart.getByRole('button', { name: said.ask }).count(), 0)
}

/** Orders are not a technician's to change. */
async function onlyForAdvisors(context: BrowserContext, service: Service): Promise<void> {
  context.setDefaultTimeout(deadlineMs)
  const { page } = await openApp(context, service, { login: technician })
  await page.locator('.car').first().waitFor()
  const { plate } = await makePair(page, await trustService(service))
  const cards = await find(page, plate, 2)
  await cards.filter({ hasText: words.en.byHand }).waitFor()
  assert.equal(await page.getByRole('button', { name: words.en.ask }).count(), 0)
}

export async function checkWorkshopJoining(
  check: Check,
  browser: Browser,
  service: Service,
  screenshots: string,
): Promise<void> {
  const inTablet = (act: (context: BrowserContext) => Promise<void>) =>
    inContext(browser, { viewport: { width: 1180, height: 820 } }, act)
  for (const language of ['en', 'de', 'ru'] as const)
    await check(`joining: two cards of one car become one and two again, ${language}`, () =>
      inTablet((context) => joinAndUndo(context, service, language, screenshots)),
    )
  await check('joining: a technician is not asked', () =>
    inTablet((context) => onlyForAdvisors(context, service)),
  )
}
