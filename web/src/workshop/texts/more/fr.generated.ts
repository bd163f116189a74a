// The words of screens behind the inspection (Français). Made by `npm run generate`; change the code instead.
import carWords from '../../../../../languages/fr/car-words.json' with { type: 'json' }
import account from '../../../../../languages/fr/workshop/account.json' with { type: 'json' }
import damage from '../../../../../languages/fr/workshop/damage.json' with { type: 'json' }
import desk from '../../../../../languages/fr/workshop/desk.json' with { type: 'json' }
import handover from '../../../../../languages/fr/workshop/handover.json' with { type: 'json' }
import history from '../../../../../languages/fr/workshop/history.json' with { type: 'json' }
import markup from '../../../../../languages/fr/workshop/markup.json' with { type: 'json' }
import own_providers from '../../../../../languages/fr/workshop/own-providers.json' with { type: 'json' }
import parts from '../../../../../languages/fr/workshop/parts.json' with { type: 'json' }
import questions from '../../../../../languages/fr/workshop/questions.json' with { type: 'json' }
import quotes from '../../../../../languages/fr/workshop/quotes.json' with { type: 'json' }
import reception from '../../../../../languages/fr/workshop/reception.json' with { type: 'json' }
import requests from '../../../../../languages/fr/workshop/requests.json' with { type: 'json' }
import result from '../../../../../languages/fr/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/fr/workshop/results.json' with { type: 'json' }
import sandbox from '../../../../../languages/fr/workshop/sandbox.json' with { type: 'json' }
import second_factor from '../../../../../languages/fr/workshop/second-factor.json' with { type: 'json' }
import tablet from '../../../../../languages/fr/workshop/tablet.json' with { type: 'json' }
import video from '../../../../../languages/fr/workshop/video.json' with { type: 'json' }
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
