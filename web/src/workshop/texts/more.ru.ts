// The words of screens behind the inspection in Russian: loaded with the first of them.
import { carWords } from '@walkaround/contract/rules/car-words.ts'
import { decisionTexts } from './decision-texts.ts'
import handover from './handover.ru.json' with { type: 'json' }
import quotes from './quotes.ru.json' with { type: 'json' }
import result from './result.ru.json' with { type: 'json' }
import results from './results.ru.json' with { type: 'json' }
import type { MoreTexts } from './texts.ts'

export const more: MoreTexts = {
  ...handover,
  ...quotes,
  ...result,
  ...results,
  ...decisionTexts(carWords.ru),
}
