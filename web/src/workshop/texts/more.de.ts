// The words of screens behind the inspection in German: loaded with the first of them.
import handover from './handover.de.json' with { type: 'json' }
import quotes from './quotes.de.json' with { type: 'json' }
import result from './result.de.json' with { type: 'json' }
import results from './results.de.json' with { type: 'json' }
import type { MoreTexts } from './texts.ts'
import video from './video.de.json' with { type: 'json' }

export const more: MoreTexts = { ...handover, ...quotes, ...result, ...results, ...video }
