// The words of screens behind the inspection (Polski). Made by `npm run generate`; change the code instead.
import handover from '../../../../../languages/pl/workshop/handover.json' with { type: 'json' }
import quotes from '../../../../../languages/pl/workshop/quotes.json' with { type: 'json' }
import result from '../../../../../languages/pl/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/pl/workshop/results.json' with { type: 'json' }
import type { MoreTexts } from '../texts.ts'

export const texts: MoreTexts = { ...handover, ...quotes, ...result, ...results }
