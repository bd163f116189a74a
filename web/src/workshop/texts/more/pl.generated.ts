// The words of screens behind the inspection (Polski). Made by `npm run generate`; change the code instead.
import carWords from '../../../../../languages/pl/car-words.json' with { type: 'json' }
import account from '../../../../../languages/pl/workshop/account.json' with { type: 'json' }
import damage from '../../../../../languages/pl/workshop/damage.json' with { type: 'json' }
import desk from '../../../../../languages/pl/workshop/desk.json' with { type: 'json' }
import handover from '../../../../../languages/pl/workshop/handover.json' with { type: 'json' }
import history from '../../../../../languages/pl/workshop/history.json' with { type: 'json' }
import markup from '../../../../../languages/pl/workshop/markup.json' with { type: 'json' }
import own_providers from '../../../../../languages/pl/workshop/own-providers.json' with { type: 'json' }
import parts from '../../../../../languages/pl/workshop/parts.json' with { type: 'json' }
import questions from '../../../../../languages/pl/workshop/questions.json' with { type: 'json' }
import quotes from '../../../../../languages/pl/workshop/quotes.json' with { type: 'json' }
import reception from '../../../../../languages/pl/workshop/reception.json' with { type: 'json' }
import requests from '../../../../../languages/pl/workshop/requests.json' with { type: 'json' }
import result from '../../../../../languages/pl/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/pl/workshop/results.json' with { type: 'json' }
import sandbox from '../../../../../languages/pl/workshop/sandbox.json' with { type: 'json' }
import second_factor from '../../../../../languages/pl/workshop/second-factor.json' with { type: 'json' }
import tablet from '../../../../../languages/pl/workshop/tablet.json' with { type: 'json' }
import video from '../../../../../languages/pl/workshop/video.json' with { type: 'json' }
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
