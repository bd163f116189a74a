// The words of screens behind the inspection (English). Made by `npm run generate`; change the code instead.
import handover from '../../../../../languages/en/workshop/handover.json' with { type: 'json' }
import quotes from '../../../../../languages/en/workshop/quotes.json' with { type: 'json' }
import result from '../../../../../languages/en/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/en/workshop/results.json' with { type: 'json' }

export const texts = { ...handover, ...quotes, ...result, ...results }
