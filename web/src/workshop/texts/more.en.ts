// The words of screens behind the inspection in English: loaded with the first of them.
import handover from './handover.en.json' with { type: 'json' }
import quotes from './quotes.en.json' with { type: 'json' }
import result from './result.en.json' with { type: 'json' }
import results from './results.en.json' with { type: 'json' }
import video from './video.en.json' with { type: 'json' }

export const more = { ...handover, ...quotes, ...result, ...results, ...video }
