// Commands on sites: their names, and what owners see of them.
import { Type } from 'typebox'
import { inTransaction } from '../../db/transaction.ts'
import { changeSite } from '../../features/administration/change-places.ts'
import { keepPicture, PICTURE_BYTES } from '../../features/administration/keep-picture.ts'
import { toHourlyRates } from '../../organisation/rules.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import {
  addSite,
  getSite,
  listAdvisorPictures,
  listSites,
  setAdvisorPicture,
  setSite,
} from '../../organisation/sites.ts'
import { problem } from '../../problems.ts'
import {
  access,
  anyOf,
  type Command,
  type CommandContext,
  define,
  flag,
  list,
  orNull,
  text,
} from './define.ts'

const client = text('id of the system client')
const id = text('id of the site')

const picture = Type.Optional(
  text('PNG, JPEG or WebP of at most 2 MB', { 'x-from': 'file as base64', 'x-bytes': PICTURE_BYTES }),
)

export const commands: Readonly<Record<string, Command>> = {
  'site add': access(
    {
      summary: 'add a site to a system client',
      arguments: { client, id },
      options: { name: text('display name') },
    },
    (scope, { client: clientId, ...args }) => addSite(scope, { clientId, ...args }),
  ),
  'site list': access(
    { summary: 'list the sites of a system client', arguments: { client } },
    (scope, args) => listSites(scope, { clientId: args.client }),
  ),
  'site set': access(
    {
      summary: 'change a site and what owners see of it; what is not named stays',
      arguments: { client, id },
      options: {
        name: text('display name, also printed at the head of forms'),
        address: list('lines of the postal address, at most 6, with ; between them; "" for none', {
          'x-value': 'lines',
          'x-separator': ';',
        }),
        telephone: orNull('as it is printed; "" for none', { 'x-value': 'number', 'x-null': '' }),
        email: orNull('as it is printed; "" for none', { 'x-value': 'address', 'x-null': '' }),
        website: orNull('https://…, as it is printed; "" for none', { 'x-value': 'url', 'x-null': '' }),
        bookingLink: orNull('https://…, where customers book an appointment; "" for none', {
          'x-value': 'url',
          'x-null': '',
        }),
        mainColour: orNull('#rrggbb, of buttons and the head of pages; "" for none', {
          'x-value': 'colour',
          'x-null': '',
        }),
        secondColour: orNull('#rrggbb, of lines; "" for none', { 'x-value': 'colour', 'x-null': '' }),
        hours: list('such as mo-fr 08:00-18:00, with ; between the lines; "" for none', {
          'x-value': 'lines',
          'x-separator': ';',
        }),
        hourlyRates: list(
          'what an hour costs without VAT, by labour type, with ; between them: "mechanical=118 EUR"; "" for none',
          { 'x-value': 'rates', 'x-separator': ';' },
        ),
        language: orNull('in which customers are written to, such as de; "" for that of the client', {
          'x-value': 'code',
          'x-null': '',
        }),
        timeZone: orNull('IANA zone by which its days begin and end; "" for that of the client', {
          'x-value': 'zone',
          'x-null': '',
        }),
        currency: orNull('in which it offers, such as CHF; "" for that of the client', {
          'x-value': 'code',
          'x-null': '',
        }),
        mailFrom: orNull(
          'address that its mails come from, by a mail server of the client; "" for that of the channel',
          { 'x-value': 'address', 'x-null': '' },
        ),
        mailFromName: orNull('name that its mails come from; "" for that of the channel', {
          'x-value': 'name',
          'x-null': '',
        }),
        smsFrom: orNull(
          'number or name that its SMS come from, by a gateway of the client; "" for that of the channel',
          { 'x-value': 'sender', 'x-null': '' },
        ),
        partsStep: flag('parts are asked for between finding and offer, of people with the role parts', {
          'x-negatable': true,
        }),
      },
    },
    (scope, { client: clientId, id: siteId, hourlyRates, ...changes }) =>
      changeSite(scope, {
        clientId,
        id: siteId,
        changes: anyOf({
          ...changes,
          ...(hourlyRates === undefined ? {} : { hourlyRates: toHourlyRates(hourlyRates) }),
        }),
      }),
  ),
  'site logo': define(
    {
      summary: 'set or remove the logo on pages, mails and forms',
      arguments: { client, id, file: picture },
      options: { remove: flag('remove the logo') },
    },
    async (place, { client: clientId, id: siteId, file, remove }) => {
      const logo = await takePicture(place, { clientId, siteId, file, remove, what: 'logo' })
      return inSite(place, (scope) => setSite(scope, { clientId, id: siteId, changes: { logo } }))
    },
  ),
  'site picture': define(
    {
      summary: 'set or remove the picture of an advisor, which owners see',
      arguments: {
        client,
        id,
        person: text('id in the DMS, or e-mail address, as orders name the advisor'),
        file: picture,
      },
      options: { remove: flag('remove the picture') },
    },
    async (place, { client: clientId, id: siteId, person, file: given, remove }) => {
      const file = await takePicture(place, { clientId, siteId, file: given, remove, what: 'picture' })
      return inSite(place, (scope) => setAdvisorPicture(scope, { clientId, id: siteId, person, file }))
    },
  ),
  'site pictures': access(
    { summary: 'list the pictures of advisors at a site', arguments: { client, id } },
    (scope, { client: clientId, id: siteId }) => listAdvisorPictures(scope, { clientId, id: siteId }),
  ),
}

function inSite<T>(
  { database, actor, now }: CommandContext,
  work: (scope: AccessScope) => Promise<T>,
): Promise<T> {
  return inTransaction(database, (db) => work({ db, actor, now }))
}

/** The picture as a stored file; null if it is to be removed. */
async function takePicture(
  place: CommandContext,
  args: {
    clientId: string
    siteId: string
    file: string | undefined
    remove: boolean | undefined
    what: string
  },
): Promise<string | null> {
  const { clientId, siteId, file, remove, what } = args
  if ((file === undefined) === (remove !== true)) {
    throw problem('invalidArgument', `file: name a file, or use --remove to remove the ${what}`)
  }
  // Checked before the file is read: without the site the file is useless.
  await inSite(place, (scope) => getSite(scope, { clientId, id: siteId }))
  if (file === undefined) return null
  place.progress('looking at the picture')
  return keepPicture(await place.media(), clientId, Buffer.from(file, 'base64'), what)
}
