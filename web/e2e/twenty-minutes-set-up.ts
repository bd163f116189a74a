// The console, in the admin's part of the twenty minutes. Holds no check of its own.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { dialogOf, panelOf, saveOf, toldOf } from './console-pages.ts'
import { railOf, titleOf } from './desk-pages.ts'
import type { RealMail, Receiver } from './real-post.ts'
import { type EmptyDesk, look } from './twenty-minutes-first-start.ts'
import type { Desk } from './visit.ts'
import type { Walk } from './walk.ts'
import { until } from './workshop.ts'

interface Invited {
  name: string
  email: string
  /** Of their branch; empty: they work for all. */
  code: string
}
export interface Made {
  clientId: string
  key: string
  invited: readonly Invited[]
  pairing: string
}

interface Around {
  mail: RealMail
  receiver: Receiver
}

export async function setUpInConsole(walk: Walk, page: Page, desk: EmptyDesk, around: Around): Promise<Made> {
  await titleOf(page, 'Overview').waitFor()
  await page.getByRole('region', { name: /to do/ }).waitFor()
  await look(page, desk, 'overview-begin')
  walk.read()
  for (const [site, colour] of [
    ['North', '#0b5768'],
    ['South', '#7a2048'],
  ] as const)
    await setUpSite(walk, page, desk, site, colour)
  const invited = await invite(walk, page, desk, around.mail)
  const key = await issueKey(walk, page, desk)
  await setReceiver(walk, page, desk, around.receiver)
  return { clientId: 'harbour-cars', key, invited, pairing: await addTablet(walk, page, desk) }
}

const inRail = (page: Page, name: string) => railOf(page).getByRole('link', { name, exact: true })

async function setUpSite(walk: Walk, page: Page, desk: Desk, site: string, colour: string): Promise<void> {
  await walk.tap(inRail(page, 'Sites'))
  await walk.tap(panelOf(page, 'Sites').getByRole('link', { name: site }))
  await page.getByLabel('Telephone', { exact: true }).waitFor()
  walk.read()
  const drawn = { width: 480, height: 160, channels: 3 as const, background: colour }
  const buffer = await sharp({ create: drawn }).png().toBuffer()
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByRole('img', { name: `Logo of ${site}` }).waitFor()
  await walk.type(page.getByLabel('Address', { exact: true }), '1 Harbour Street\nHarbour Town')
  await walk.type(page.getByLabel('Telephone', { exact: true }), '+49 30 111')
  await walk.type(page.getByLabel('Main colour', { exact: true }), colour)
  await walk.tap(saveOf(page))
  await toldOf(page, 'The site is saved').waitFor()
  await look(page, desk, `site-${site}`)
}

const staff = [
  ['Tess Tread', 'Technician', '4711'],
  ['Tom Torque', 'Technician', '4711'],
  ['Theo Thread', 'Technician', '4712'],
  ['Tina Tube', 'Technician', '4712'],
  ['Anna Axle', 'Service advisor', '4711'],
  ['Abel Arm', 'Service advisor', '4712'],
  ['Pia Part', 'Parts', ''],
  ['Mona Main', 'Manager', '4711'],
  ['Mark Mill', 'Manager', '4712'],
  ['Ida Idle', 'Administrator', ''],
] as const
const addressOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@harbour.example`

/** Pasted from a spreadsheet; with a mistake first, which is told by its line and field. */
async function invite(walk: Walk, page: Page, desk: Desk, { taken }: RealMail): Promise<Invited[]> {
  const linesOf = (wrong?: string) =>
    [
      'Name\tLogin\tRole\tBranches',
      ...staff.map(([name, role, code], at) =>
        [name, addressOf(name), at === 3 && wrong ? wrong : role, code].join('\t'),
      ),
    ].join('\n')
  await walk.tap(inRail(page, 'People'))
  await titleOf(page, 'People').waitFor()
  walk.read()
  await walk.tap(page.getByRole('button', { name: 'Invite several people' }))
  const sheet = dialogOf(page, 'Invite several people')
  await walk.paste(sheet.getByLabel('One person a line'), linesOf('Chef'))
  await walk.tap(sheet.getByRole('checkbox', { name: 'Mail each link to the login' }))
  await walk.tap(sheet.getByRole('button', { name: 'Invite all' }))
  await sheet.getByRole('listitem').filter({ hasText: 'Line 5 · Role: “Chef” is no role.' }).waitFor()
  await look(page, desk, 'people-refused')
  await walk.paste(sheet.getByLabel('One person a line'), linesOf())
  await walk.tap(sheet.getByRole('button', { name: 'Invite all' }))
  const made = dialogOf(page, '10 people are invited')
  await made.getByText('10 mails are on their way').waitFor()
  await look(page, desk, 'people-made')
  await walk.tap(made.getByRole('button', { name: 'Done' }))
  await until(async () => taken.length === staff.length + 1)
  await look(page, desk, 'people')
  return staff.map(([name, , code]) => ({ name, email: addressOf(name), code }))
}

async function issueKey(walk: Walk, page: Page, desk: Desk): Promise<string> {
  await walk.tap(inRail(page, 'Keys'))
  await walk.tap(page.getByRole('button', { name: 'Issue a key' }).first())
  walk.read()
  const sheet = dialogOf(page, 'Issue a key')
  await walk.type(sheet.getByLabel('System', { exact: true }), 'dms')
  await walk.type(sheet.getByLabel('What it is for', { exact: true }), 'DMS')
  await walk.tap(sheet.getByRole('button', { name: 'Issue', exact: true }))
  const issued = dialogOf(page, 'The key is issued')
  const key = await issued.getByLabel('Key', { exact: true }).inputValue()
  // What the people of the DMS have to know beside it.
  await issued.getByText(/^https:\/\/localhost:\d+\/v1$/).waitFor()
  await issued.getByText('harbour-cars', { exact: true }).waitFor()
  await look(page, desk, 'key')
  await walk.tap(issued.getByRole('button', { name: 'Done' }))
  return key
}

async function setReceiver(walk: Walk, page: Page, desk: Desk, { url, taken }: Receiver): Promise<void> {
  await walk.tap(inRail(page, 'Overview'))
  await walk.tap(page.getByRole('link', { name: 'Receiver of callbacks' }))
  await walk.tap(page.getByRole('button', { name: 'Set a receiver' }))
  walk.read()
  const sheet = page.getByRole('dialog')
  await walk.type(sheet.getByLabel('Address'), url)
  await walk.type(sheet.getByLabel('Key'), 'key-of-the-dms')
  await walk.tap(sheet.getByRole('button', { name: 'Keep' }))
  await walk.tap(page.getByRole('button', { name: 'Send a test' }).first())
  await until(async () => taken.length > 0)
  await look(page, desk, 'receiver')
  await page.goBack()
}

async function addTablet(walk: Walk, page: Page, desk: Desk): Promise<string> {
  await walk.tap(inRail(page, 'Tablets'))
  await walk.tap(page.getByRole('button', { name: 'Add a tablet' }).first())
  walk.read()
  await walk.type(page.getByRole('textbox', { name: 'Name' }), 'Bay 1')
  await walk.tap(page.getByRole('button', { name: 'Show the code' }))
  await page.getByRole('img', { name: 'QR code that pairs the device' }).waitFor()
  await look(page, desk, 'tablet')
  const link = await page.getByRole('textbox', { name: 'Link for the device' }).inputValue()
  await walk.tap(page.getByRole('button', { name: 'Done' }))
  return link
}
