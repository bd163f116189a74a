// Reasons to decline: those that come with the service, and what a client has made of them.

import type { RejectionReasons, RejectionReasonsChange } from '@walkaround/contract/app/rejection-reasons.ts'
import {
  allReasons,
  type KeptReason,
  type StandardReason,
  whyReasonsRefused,
  wordsOfReasonIn,
} from '@walkaround/contract/rules/rejection-reasons.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { readTexts } from '../../outside/language-files.ts'
import { problemOf } from '../../problems.ts'
import type { Precondition, Scope } from '../../scope.ts'
import { findWords, saveWords } from './store.ts'

interface DeliveredReason {
  code: string
  text: string
  reported?: string
}

const deliveredIn = (language: Language) =>
  readTexts<{ reasons: DeliveredReason[] }>('rejection-reasons', language).reasons

/** In the order of the English file, which defines the reasons. */
export function listStandardReasons(): readonly StandardReason[] {
  const byLanguage = languages.map((language) => [language, deliveredIn(language)] as const)
  return deliveredIn('en').map(({ code }) => ({
    code,
    words: Object.fromEntries(
      byLanguage.flatMap(([language, reasons]) => {
        const { text, reported } = reasons.find((one) => one.code === code) ?? {}
        return text === undefined ? [] : [[language, { text, reported: reported ?? text }]]
      }),
    ),
  }))
}

type Reader = Pick<Scope, 'db' | 'clientId'>

async function findOwn(scope: Reader): Promise<readonly KeptReason[] | undefined> {
  const words = await findWords(scope, 'rejectionReasons')
  return words === undefined ? undefined : (JSON.parse(words) as KeptReason[])
}

/** A reason in the words of one language. */
export interface Reason {
  code: string
  /** In the owner's own words. */
  text: string
  /** As others report it about the owner. */
  reported: string
  isOff?: true
}

/** All, in the order in which they are offered: decisions may name one that is not offered any more. */
export async function listReasons(
  scope: Reader & Pick<Scope, 'client'>,
  language: string,
): Promise<readonly Reason[]> {
  const own = await findOwn(scope)
  const standard = listStandardReasons()
  const clientLanguage = scope.client.language
  return allReasons(own, standard).map((reason) => ({
    code: reason.code,
    ...wordsOfReasonIn(reason, language, { standard, clientLanguage }),
    ...(reason.isOff ? { isOff: true } : {}),
  }))
}

/** As staff tell them, in every language: a tablet may change its language without a network. */
export async function listReportedReasons(scope: Reader & Pick<Scope, 'client'>) {
  const standard = listStandardReasons()
  const around = { standard, clientLanguage: scope.client.language }
  return allReasons(await findOwn(scope), standard).map((reason) => ({
    code: reason.code,
    words: Object.fromEntries(
      languages.map((language) => [language, wordsOfReasonIn(reason, language, around).reported]),
    ),
    ...(reason.isOff ? { isOff: true as const } : {}),
  }))
}

const listed = (words: KeptReason['words']) =>
  languages.flatMap((language) => {
    const said = words[language]
    return said?.text === undefined && said?.reported === undefined ? [] : [{ language, ...said }]
  })

/** For those who set them up: the client's own words apart from the delivered ones. */
export async function getRejectionReasons(scope: Reader): Promise<RejectionReasons> {
  const standard = listStandardReasons()
  const own = await findOwn(scope)
  return {
    reasons: allReasons(own, standard).map(({ code, isOff }) => {
      const delivered = standard.find((one) => one.code === code)
      return {
        code,
        words: listed(own?.find((one) => one.code === code)?.words ?? {}),
        ...(isOff ? { isOff: true } : {}),
        ...(delivered ? { delivered: listed(delivered.words) } : {}),
      }
    }),
    ...(own ? { isOwn: true } : {}),
  }
}

export async function putRejectionReasons(
  scope: Scope,
  { reasons }: RejectionReasonsChange,
  precondition: Precondition,
): Promise<RejectionReasons> {
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const standard = listStandardReasons()
  const before = await findOwn(scope)
  const after = reasons.map(toKept)
  const faults = whyReasonsRefused(after, { standard, before: before ?? [], language: scope.client.language })
  if (faults.length > 0) throw problemOf(faults.map((info) => ({ kind: 'invalidArgument', info })))
  await saveWords(scope, 'rejectionReasons', after)
  recordChange(scope, {
    kind: 'rejectionReasons.changed',
    subject: `client/${scope.clientId}`,
    before: toEntry(allReasons(before, standard), standard),
    after: toEntry(after, standard),
  })
  return getRejectionReasons(scope)
}

type Given = RejectionReasonsChange['reasons'][number]

/** Empty words are none. */
function toKept({ code, isOff, words = [] }: Given): KeptReason {
  const said = words.map(({ language, text = '', reported = '' }) => {
    const kept = [
      ['text', text.trim()],
      ['reported', reported.trim()],
    ].filter(([, value]) => value !== '')
    return [language, Object.fromEntries(kept)] as const
  })
  return {
    code,
    ...(isOff ? { isOff: true } : {}),
    words: Object.fromEntries(said.filter(([, kept]) => Object.keys(kept).length > 0)),
  }
}

/** By code, so that a changed order is one change; delivered words are not the client's. */
const toEntry = (reasons: readonly KeptReason[], standard: readonly StandardReason[]) => ({
  order: reasons.map(({ code }) => code),
  ...Object.fromEntries(
    reasons.map((reason) => {
      const isDelivered = standard.includes(reason)
      return [reason.code, { isOff: reason.isOff, ...(isDelivered ? {} : reason.words) }]
    }),
  ),
})
