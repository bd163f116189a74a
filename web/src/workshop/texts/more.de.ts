// The words of screens behind the inspection in German: loaded with the first of them.
import { carWords } from '@walkaround/contract/rules/car-words.ts'
import { decisionTexts } from './decision-texts.ts'
import handover from './handover.de.json' with { type: 'json' }
import quotes from './quotes.de.json' with { type: 'json' }
import result from './result.de.json' with { type: 'json' }
import results from './results.de.json' with { type: 'json' }
import type { MoreTexts } from './texts.ts'

export const more: MoreTexts = {
  ...handover,
  ...quotes,
  ...result,
  ...results,
  ...decisionTexts(carWords.de),
}
