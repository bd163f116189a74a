// The signs of the owner's page: each state has a colour, a shape and a word, never only a colour.

import type { DecisionStatus, Grade } from '@walkaround/contract/owner-page.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { decisionSigns, statusSigns } from '@walkaround/contract/signs.ts'
import { type Html, html, trusted } from '../html.ts'

const drawn = (shape: string) =>
  trusted(`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shape}</svg>`)

const signOf = (grade: Grade) => {
  const { body, lines } = statusSigns[grade]
  return drawn(`<path class="fill" d="${body}"/><path class="cut" d="${lines}"/>`)
}
const signs: Readonly<Record<Grade, Html>> = {
  red: signOf('red'),
  amber: signOf('amber'),
  green: signOf('green'),
}

const decided = (status: DecisionStatus) => drawn(`<path class="stroke" d="${decisionSigns[status]}"/>`)
const signsOfDecisions: Readonly<Record<DecisionStatus, Html>> = {
  approved: decided('approved'),
  deferred: decided('deferred'),
  rejected: decided('rejected'),
}

export const callSign = drawn(
  '<path class="stroke" d="M5 4h3.500l1.800 4.800L7.900 10.500a10.800 10.800 0 0 0 6 6l1.800-2.400 4.800 1.800V19.500c0 .7-.6 1.200-1.200 1.200C11 20.700 3.800 13.500 3.800 5.100c0-.6.5-1.100 1.200-1.100z"/>',
)

export const gradeSign = (grade: Grade): Html => html`<span class="grade ${grade}">${signs[grade]}</span>`

export const gradeWord = (grade: Grade, language: Language): string => sharedWords[language].status[grade]

export const decisionSign = (status: DecisionStatus): Html => signsOfDecisions[status]
