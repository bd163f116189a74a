// The words of screens behind the inspection in English: loaded with the first of them.
import { carWords } from '@walkaround/contract/rules/car-words.ts'
import { decisionTexts } from './decision-texts.ts'
import handover from './handover.en.json' with { type: 'json' }
import quotes from './quotes.en.json' with { type: 'json' }
import result from './result.en.json' with { type: 'json' }
import results from './results.en.json' with { type: 'json' }

export const more = { ...handover, ...quotes, ...result, ...results, ...decisionTexts(carWords.en) }
