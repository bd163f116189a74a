// Commands on sites: their names, and what printed forms say about them.
import { rm, writeFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { inTransaction } from '../../db/transaction.ts'
import type { Media } from '../../features/media/media.ts'
import { keepPhoto } from '../../features/photos/receive-photo.ts'
import { toHourlyRates } from '../../organisation/rules.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import { addSite, getSite, listSites, setSite } from '../../organisation/sites.ts'
import { ImageRefused } from '../../outside/images/image-refused.ts'
import { kindOf } from '../../outside/images/kind.ts'
import { problem } from '../../problems.ts'
import { access, anyOf, type Command, define, flag, list, orNull, text } from './define.ts'

const client = text('id of the system client')
const id = text('id of the site')

// Printed a few centimetres wide; a larger file is a mistake and would be in every form.
const LOGO_BYTES = 2 * 1024 * 1024
const logoKinds: readonly string[] = ['png', 'jpeg', 'webp']

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
      summary: 'change a site and what forms print about it; what is not named stays',
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
        hourlyRates: list(
          'what an hour costs without VAT, by labour type, with ; between them: "mechanical=118 EUR"; "" for none',
          { 'x-value': 'rates', 'x-separator': ';' },
        ),
      },
    },
    (scope, { client: clientId, id: siteId, hourlyRates, ...changes }) =>
      setSite(scope, {
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
      summary: 'set or remove the logo that forms print',
      arguments: {
        client,
        id,
        file: Type.Optional(
          text('PNG, JPEG or WebP of at most 2 MB', { 'x-from': 'file as base64', 'x-bytes': LOGO_BYTES }),
        ),
      },
      options: { remove: flag('remove the logo') },
    },
    async ({ database, actor, now, media, progress }, { client: clientId, id: siteId, file, remove }) => {
      if ((file === undefined) === (remove !== true)) {
        throw problem('invalidArgument', 'file: name a file, or use --remove to remove the logo')
      }
      const inSite = <T>(work: (scope: AccessScope) => Promise<T>) =>
        inTransaction(database, (db) => work({ db, actor, now }))
      // Checked before the file is read: without the site the file is useless.
      await inSite((scope) => getSite(scope, { clientId, id: siteId }))
      let logo: string | null = null
      if (file !== undefined) {
        progress('looking at the picture')
        logo = await keepLogo(await media(), clientId, toBytes(file))
      }
      return inSite((scope) => setSite(scope, { clientId, id: siteId, changes: { logo } }))
    },
  ),
}

function toBytes(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= LOGO_BYTES) return bytes
  throw problem(
    'fileTooLarge',
    `file: a logo may have at most ${LOGO_BYTES} bytes, this one has ${bytes.length}`,
  )
}

async function keepLogo(media: Media, clientId: string, bytes: Buffer): Promise<string> {
  assertLogoKind(bytes)
  const path = media.files.tempPath()
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
    return (await keepPhoto(media, clientId, path)).file
  } finally {
    await rm(path, { force: true })
  }
}

/** Fewer formats than for photos: forms embed a logo unchanged. */
function assertLogoKind(bytes: Buffer): void {
  let kind: string
  try {
    kind = kindOf(bytes)
  } catch (error) {
    if (error instanceof ImageRefused) throw problem('photoRefused', `file: ${error.message}`)
    throw error
  }
  if (logoKinds.includes(kind)) return
  throw problem('photoRefused', `file: a logo must be a PNG, JPEG or WebP, this is ${kind.toUpperCase()}`)
}
