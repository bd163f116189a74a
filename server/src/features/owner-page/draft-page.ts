// What the owner's page shows of an invented car with a draft of a client's own texts. Changes nothing.
import { createHash } from 'node:crypto'
import type { OwnerTextsChange } from '@walkaround/contract/app/owner-texts.ts'
import type { OwnerNotice, OwnerPage, Receipt } from '@walkaround/contract/owner-page.ts'
import { dateIn } from '@walkaround/contract/rules/days.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { findSite } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import { atSite, type Scope } from '../../scope.ts'
import { coloursOf, toOwnerFace } from '../faces/face.ts'
import { findOwnerTexts, languageOf, readOwnerTexts } from '../words/owner-texts.ts'
import { dealershipOf, sayAround, sayOn } from './load-page.ts'
import { samplePage, sampleReceipt } from './sample-page.ts'

interface Wanted {
  texts?: OwnerTextsChange
  siteId?: string
}

export interface DraftedPage {
  language: Language
  page: OwnerPage
  /** Of a link that ended. */
  notice: OwnerNotice
  /** After the first offer was approved. */
  kept: { receipt: Receipt; hash: string }
  colours: ReturnType<typeof coloursOf>
  siteId: string | undefined
}

export async function draftPage(asked: Scope, tag: string, wanted: Wanted): Promise<DraftedPage> {
  const language = languageOf(tag)
  const draft = readOwnerTexts(language, wanted.texts ?? {}, 'texts.')
  const siteId = wanted.siteId ?? asked.client.defaultSiteId
  const site = await findSite(asked.db, asked.clientId, siteId)
  if (!site && wanted.siteId !== undefined)
    throw problem('invalidArgument', `siteId: ${JSON.stringify(siteId)} is not a site of the client`)
  const scope = atSite(asked, siteId)
  const { timeZone, currency = 'EUR' } = scope.client
  const face = { site, advisor: undefined, advisorPicture: undefined }
  const now = scope.now.toISOString()
  const sample = samplePage({
    language,
    timeZone,
    currency,
    now,
    today: dateIn(scope.now, timeZone),
    dealership: dealershipOf(scope, face),
    // Its colours come beside the page, which has no address of its own.
    face: { ...toOwnerFace(face, language), style: undefined },
  })
  const own = { ...(await findOwnerTexts(scope)), [language]: draft }
  const page = { ...sample, own: sayOn(sample, own, language, scope.client.language) }
  const receipt = sampleReceipt(page, now)
  const hash = createHash('sha256').update(JSON.stringify(receipt)).digest('hex')
  const notice: OwnerNotice = {
    kind: 'expired',
    dealership: page.dealership,
    face: page.face,
    own: sayAround(scope, page.dealership, own, language),
  }
  return { language, page, notice, kept: { receipt, hash }, colours: coloursOf(face), siteId: site?.id }
}
