// The checklist, the pad and the finding's sheet as people find them: questions by their text, answers by their word.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Locator, Page } from 'playwright-core'
import template from '../../server/data/templates/vc.json' with { type: 'json' }
import { parts } from './parts.ts'
import { anyOf, beginningOf } from './words.ts'
import { until } from './workshop.ts'

export type Status = 'green' | 'amber' | 'red'
/** Of the video check, by which the DMS reads its answers. */
export type QuestionId = `vc.${string}`
/** Measured at each wheel, all four in one card. */
const wheels = { FL: 'front left', FR: 'front right', RL: 'rear left', RR: 'rear right' } as const
export type NumberId = QuestionId | `vc.${'tread' | 'pad'}${keyof typeof wheels}`

const english = new Map(
  template.contents.flatMap(({ contents }) => contents.map(({ id, text }): [string, string] => [id, text])),
)
const translated = (language: Language) =>
  new Map<string, string>(
    Object.entries(
      JSON.parse(
        readFileSync(new URL(`../../languages/${language}/templates/vc.json`, import.meta.url), 'utf8'),
      ),
    ),
  )
function textOf(id: QuestionId, language: Language): string {
  const own = language === 'en' ? english : translated(language)
  const text = own.get(id)
  assert.ok(text, `the video check does not ask ${id}`)
  return text
}

export const cardOf = (page: Page, id: QuestionId, language: Language = 'en'): Locator =>
  page.getByRole('article', { name: textOf(id, language), exact: true })

const answerName = (status: Status, language: Language) =>
  new RegExp(`^${sharedWords[language].status[status]}(?!\\p{L})`, 'u')
export const answerOf = (page: Page, id: QuestionId, status: Status, language: Language = 'en'): Locator =>
  cardOf(page, id, language).getByRole('button', { name: answerName(status, language) })
export const givenOf = (page: Page, id: QuestionId, status: Status): Locator =>
  cardOf(page, id).getByRole('button', { name: answerName(status, 'en'), pressed: true })

/** Opens the sheet of a finding. */
export const noteOf = (page: Page, id: QuestionId, language: Language = 'en'): Locator =>
  cardOf(page, id, language).getByRole('button', { name: beginningOf('check.note') })
export const photoButtonOf = (page: Page, id: QuestionId): Locator =>
  cardOf(page, id).getByRole('button', { name: /^(Take a photo|Photo expected)/ })
export const sheetOf = (page: Page): Locator => page.getByRole('dialog')
export const packagesOf = (page: Page): Locator =>
  sheetOf(page)
    .getByRole('region', { name: anyOf('finding.packages') })
    .getByRole('listitem')

/** Fields that open the pad, in any language. */
export const numbersOf = (page: Page): Locator =>
  page.getByRole('article').getByRole('button', { expanded: false })
/** The field of a number; its name ends with the word of its colour. */
export function numberOf(page: Page, id: NumberId, status?: Status): Locator {
  const end = status === undefined ? '' : `.*${sharedWords.en.status[status]}`
  const [, kind, wheel] = /^vc\.(tread|pad)(\w\w)$/.exec(id) ?? []
  if (wheel === undefined)
    return cardOf(page, id).getByRole('button', { name: new RegExp(`^[–−\\d-]${end}`) })
  const card = page.getByRole('article', {
    name: kind === 'pad' ? 'Pad thickness' : 'Tread depth',
    exact: true,
  })
  return card.getByRole('button', { name: new RegExp(`^${wheels[wheel as keyof typeof wheels]}${end}`) })
}

export const sectionsOf = (page: Page): Locator =>
  page.getByRole('navigation', { name: anyOf('check.sections') })
/** Until the checklist is there, in any language. */
export const checklistShown = (page: Page): Promise<void> => sectionsOf(page).waitFor()
/** The way to a section. */
export const sectionEntry = (page: Page, name: string): Locator =>
  sectionsOf(page).getByRole('button', { name: new RegExp(`^${name}\\b`) })
/** One tap for a section, in any language. */
export const allGoodOf = (place: Page | Locator): Locator =>
  place.getByRole('button', { name: beginningOf('check.allGood') })
export const allSaved = (page: Page): Promise<void> => page.getByText('All saved', { exact: true }).waitFor()
/** Until the list has come to rest. */
export const listRests = (page: Page): Promise<void> =>
  until(async () => (await page.locator(parts.moving).count()) === 0)

export const padOf = (page: Page): Locator => page.getByRole('region', { name: anyOf('pad.title') })
export const keyOf = (page: Page, name: string): Locator =>
  padOf(page).getByRole('button', { name, exact: true })
export const closeOf = (place: Page | Locator): Locator =>
  place.getByRole('button', { name: anyOf('app.close') })
