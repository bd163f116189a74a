// The words of screens behind the inspection (Deutsch). Made by `npm run generate`; change the code instead.
import carWords from '../../../../../languages/de/car-words.json' with { type: 'json' }
import account from '../../../../../languages/de/workshop/account.json' with { type: 'json' }
import damage from '../../../../../languages/de/workshop/damage.json' with { type: 'json' }
import desk from '../../../../../languages/de/workshop/desk.json' with { type: 'json' }
import handover from '../../../../../languages/de/workshop/handover.json' with { type: 'json' }
import history from '../../../../../languages/de/workshop/history.json' with { type: 'json' }
import markup from '../../../../../languages/de/workshop/markup.json' with { type: 'json' }
import own_providers from '../../../../../languages/de/workshop/own-providers.json' with { type: 'json' }
import parts from '../../../../../languages/de/workshop/parts.json' with { type: 'json' }
import questions from '../../../../../languages/de/workshop/questions.json' with { type: 'json' }
import quotes from '../../../../../languages/de/workshop/quotes.json' with { type: 'json' }
import reception from '../../../../../languages/de/workshop/reception.json' with { type: 'json' }
import requests from '../../../../../languages/de/workshop/requests.json' with { type: 'json' }
import result from '../../../../../languages/de/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/de/workshop/results.json' with { type: 'json' }
import sandbox from '../../../../../languages/de/workshop/sandbox.json' with { type: 'json' }
import second_factor from '../../../../../languages/de/workshop/second-factor.json' with { type: 'json' }
import tablet from '../../../../../languages/de/workshop/tablet.json' with { type: 'json' }
import video from '../../../../../languages/de/workshop/video.json' with { type: 'json' }
import { decisionTexts } from '../decision-texts.ts'
import type { MoreTexts } from '../texts.ts'

export const texts: MoreTexts = {
  ...account,
  ...damage,
  ...desk,
  ...handover,
  ...history,
  ...markup,
  ...own_providers,
  ...parts,
  ...questions,
  ...quotes,
  ...reception,
  ...requests,
  ...result,
  ...results,
  ...sandbox,
  ...second_factor,
  ...tablet,
  ...video,
  ...decisionTexts(carWords),
}
