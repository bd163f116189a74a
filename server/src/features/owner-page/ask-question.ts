// An owner asks about a line of the page. Changes no decision; the advisor is told as of a decision.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import { isQuestionTooLong, type QuestionAbout } from '@walkaround/contract/rules/line-questions.ts'
import { ask } from '../line-questions/ask.ts'
import { markOpened } from '../owner-links/owner-links.ts'
import { loadPage } from './load-page.ts'
import { listPageLines } from './rules.ts'
import { tellAdvisor } from './tell-advisor.ts'
import type { Visit } from './visit.ts'

/** Why nothing was asked; undefined if it was, or had been before. */
type AskRefusal = 'empty' | 'long' | 'gone' | 'closed' | 'tooMany'

export async function askQuestion(
  visit: Visit,
  { about, words, formId, language }: Asked,
): Promise<AskRefusal | undefined> {
  const { scope, link } = visit
  if (words === '') return 'empty'
  if (isQuestionTooLong(words)) return 'long'
  const page = await loadPage(visit, language)
  if (page.isClosed) return 'closed'
  const title = titleOf(page, about)
  if (title === undefined) return 'gone'
  const outcome = await ask(scope, { link, formId, about, title, words })
  if (outcome === 'tooMany') return outcome
  if (outcome === 'taken') {
    await markOpened(scope, link)
    await tellAdvisor(scope, link.surveyId)
  }
  return undefined
}

interface Asked {
  about: QuestionAbout
  words: string
  formId: string
  language: string
}

/** Of an offer on the page, or of a finding without one; undefined if it is gone. */
function titleOf(page: OwnerPage, { kind, id }: QuestionAbout): string | undefined {
  const shown = kind === 'quote' ? listPageLines(page) : page.findings
  return shown.find((one) => one.id === id)?.title
}
