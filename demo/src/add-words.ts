// What the dealership says in its own words: phrases for comments, what happens after a decision, and a reason to decline before the last
// one, which is any other.
import { OwnerTextsChange } from '@walkaround/contract/app/owner-texts.ts'
import { PhrasesChange } from '@walkaround/contract/app/phrases.ts'
import { RejectionReasonsChange } from '@walkaround/contract/app/rejection-reasons.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { importOwnerTexts } from '@walkaround/server/features/words/owner-texts.ts'
import { putPhrases } from '@walkaround/server/features/words/phrases.ts'
import {
  getRejectionReasons,
  putRejectionReasons,
} from '@walkaround/server/features/words/rejection-reasons.ts'
import { type Scope, unconditional } from '@walkaround/server/scope.ts'
import data from '../data/words.json' with { type: 'json' }
import { readData } from './data.ts'

const { reasons: own } = readData('words.json', RejectionReasonsChange, { reasons: data.reasons })
const phrases = readData('words.json', PhrasesChange, { phrases: data.phrases })
const ownerTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    readData('words.json', OwnerTextsChange, data.ownerTexts[language]),
  ]),
)

export async function addWords(scope: Scope): Promise<void> {
  const { reasons } = await getRejectionReasons(scope)
  const delivered = reasons.map(({ code, words }) => ({ code, words }))
  await putRejectionReasons(
    scope,
    { reasons: [...delivered.slice(0, -1), ...own, ...delivered.slice(-1)] },
    unconditional,
  )
  await putPhrases(scope, phrases, unconditional)
  await importOwnerTexts(scope, ownerTexts)
}
