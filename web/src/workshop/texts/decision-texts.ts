// The words of decisions, which the app shares with the owner's page and paper, under the app's keys.
import type { CarWords } from '@walkaround/contract/rules/car-words.ts'

export const decisionTexts = ({ answers, decisions }: CarWords) => ({
  'quotes.approve': answers.approve,
  'quotes.later': answers.later,
  'quotes.no': answers.no,
  'quotes.is.approved': decisions.approved,
  'quotes.is.deferred': decisions.deferred,
  'quotes.is.rejected': decisions.rejected,
})
