// The signs of the owner's page: each state has a colour, a shape and a word, never only a colour.

import type { DecisionStatus, Grade } from '@walkaround/contract/owner-page.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { type Html, html, trusted } from '../html.ts'

const drawn = (shape: string) =>
  trusted(`<svg class="sign" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${shape}</svg>`)

const signs: Readonly<Record<Grade, Html>> = {
  red: drawn(
    '<path class="fill" d="M6.3 1h7.4L19 6.3v7.4L13.7 19H6.3L1 13.7V6.3z"/><path class="cut" d="M10 5v6M10 14v1"/>',
  ),
  amber: drawn('<path class="fill" d="M10 1.5 19.2 18H.8z"/><path class="cut" d="M10 7.5v5M10 14.8v.7"/>'),
  green: drawn('<circle class="fill" cx="10" cy="10" r="9"/><path class="cut" d="m5.8 10.2 2.9 2.9 5.5-6"/>'),
}

const decisionSigns: Readonly<Record<DecisionStatus, Html>> = {
  approved: drawn('<path class="stroke" d="m3.5 10.5 4.3 4.3 8.7-9.6"/>'),
  deferred: drawn(
    '<circle class="stroke" cx="10" cy="10" r="7.5"/><path class="stroke" d="M10 5.5V10l3 2.5"/>',
  ),
  rejected: drawn('<path class="stroke" d="m5 5 10 10M15 5 5 15"/>'),
}

export const callSign = drawn(
  '<path class="stroke" d="M4 3h3l1.5 4-2 1.5a9 9 0 0 0 5 5l1.5-2 4 1.5v3c0 .6-.5 1-1 1C9 17 3 11 3 4c0-.5.4-1 1-1z"/>',
)

export const gradeSign = (grade: Grade): Html => html`<span class="grade ${grade}">${signs[grade]}</span>`

export const gradeWord = (grade: Grade, language: Language): string => sharedWords[language].status[grade]

export const decisionSign = (status: DecisionStatus): Html => decisionSigns[status]
