// What an owner recognises the dealership by: the site's name, letterhead, logo, colours and hours, and the advisor's picture. Read by
// pages, mails and forms; nothing here is secret.
import { createHash } from 'node:crypto'
import type { OwnerFace } from '@walkaround/contract/owner-page.ts'
import { hoursInWords, parseHours } from '@walkaround/contract/rules/opening-hours.ts'
import type { KeptOwnerTexts } from '@walkaround/contract/rules/owner-texts.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { findSite, type Site } from '../../organisation/client-store.ts'
import { findAdvisorPicture } from '../../organisation/sites.ts'
import { kindOf } from '../../outside/images/kind.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { linkTo } from '../media/serve-file.ts'
import { photoKey } from '../photos/receive-photo.ts'
import { advisorOf, type SurveyHeader } from '../surveys/header.ts'
import { parseOwnerTexts } from '../words/owner-texts.ts'
import * as store from './store.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

export interface Face {
  site: Site | undefined
  advisor: Person | undefined
  /** SHA-256 of the file. */
  advisorPicture: string | undefined
}

interface FaceOfPage extends Face {
  /** What the client says on its pages in its own words. */
  ownTexts: KeptOwnerTexts
}

/** Of the site where the survey was made. */
export async function findFace(scope: Reader, surveyId: string): Promise<FaceOfPage> {
  const row = await store.findPlace(scope, surveyId)
  const site = row?.siteId ? await findSite(scope.db, scope.clientId, row.siteId) : undefined
  const header = row?.header ? (JSON.parse(row.header) as SurveyHeader) : undefined
  const advisor = header && advisorOf(header)
  const advisorPicture = site && advisor && (await findAdvisorPicture(scope, site.id, advisor))
  return { site, advisor, advisorPicture, ownTexts: parseOwnerTexts(row?.ownTexts) }
}

/** In the language of the page. A version changes with what it names, so that browsers may keep the bytes. */
export function toOwnerFace({ site, advisorPicture }: Face, language: string): OwnerFace {
  const { mainColour, secondColour, logo, hours = [], email, website } = site ?? {}
  return {
    style: mainColour && versionOf(`${mainColour} ${secondColour}`),
    logo: logo && versionOf(logo),
    advisorPicture: advisorPicture && versionOf(advisorPicture),
    email,
    website,
    hours: hoursOf(hours, language),
  }
}

/** A line that an older version accepted is left out. */
export const hoursOf = (lines: readonly string[], language: string): OwnerFace['hours'] =>
  lines.flatMap((line) => {
    const hours = parseHours(line)
    return hours ? [hoursInWords(hours, language)] : []
  })

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** A second colour that was not chosen is the main one. */
export const coloursOf = ({ site }: Face): { main: string; second: string } | undefined =>
  site?.mainColour === undefined
    ? undefined
    : { main: site.mainColour, second: site.secondColour ?? site.mainColour }

export const pictures = ['logo', 'advisor'] as const
export type PictureName = (typeof pictures)[number]

export interface Picture {
  bytes: Buffer
  contentType: string
}

export const fileOf = ({ site, advisorPicture }: Face, name: PictureName) =>
  name === 'logo' ? site?.logo : advisorPicture

export async function getPicture(
  scope: Reader,
  media: Pick<Media, 'files'>,
  face: Face,
  name: PictureName,
): Promise<Picture> {
  const file = fileOf(face, name)
  const picture = file && (await findPicture(scope.clientId, media, file))
  if (!picture) throw problem('noSuchResource', `there is no picture "${name}"`)
  return picture
}

const isPicture = (name: string): name is PictureName => (pictures as readonly string[]).includes(name)

/** A signed path to the picture, for the app. */
export async function linkToPicture(
  scope: Scope,
  media: Media,
  surveyId: string,
  name: string,
): Promise<string> {
  if (!isPicture(name))
    throw problem('noSuchResource', `there is no picture "${name}"; there are ${pictures.join(', ')}`)
  const face = await findFace(scope, surveyId)
  const { contentType } = await getPicture(scope, media, face, name)
  const file = fileOf(face, name) ?? ''
  return linkTo(media, { key: photoKey(scope.clientId, file), contentType, etag: file }, scope)
}

/** Those that there are. One whose file is gone is left out: a mail or form without it is better than none. */
export async function findPictures(
  clientId: string,
  media: Pick<Media, 'files'>,
  face: Face,
  names: readonly PictureName[] = pictures,
): Promise<Map<PictureName, Picture>> {
  const found = new Map<PictureName, Picture>()
  for (const name of names) {
    const file = fileOf(face, name)
    const picture = file && (await findPicture(clientId, media, file))
    if (picture) found.set(name, picture)
  }
  return found
}

/** Undefined if the file is gone. */
async function findPicture(
  clientId: string,
  media: Pick<Media, 'files'>,
  file: string,
): Promise<Picture | undefined> {
  const bytes = await media.files.read(photoKey(clientId, file))
  return bytes && { bytes, contentType: `image/${kindOf(bytes)}` }
}
