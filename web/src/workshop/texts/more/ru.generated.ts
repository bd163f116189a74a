// The words of screens behind the inspection (Русский). Made by `npm run generate`; change the code instead.
import handover from '../../../../../languages/ru/workshop/handover.json' with { type: 'json' }
import quotes from '../../../../../languages/ru/workshop/quotes.json' with { type: 'json' }
import result from '../../../../../languages/ru/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/ru/workshop/results.json' with { type: 'json' }
import type { MoreTexts } from '../texts.ts'

export const texts: MoreTexts = { ...handover, ...quotes, ...result, ...results }
