// The words of screens behind the inspection (English). Made by `npm run generate`; change the code instead.
import carWords from '../../../../../languages/en/car-words.json' with { type: 'json' }
import account from '../../../../../languages/en/workshop/account.json' with { type: 'json' }
import damage from '../../../../../languages/en/workshop/damage.json' with { type: 'json' }
import desk from '../../../../../languages/en/workshop/desk.json' with { type: 'json' }
import handover from '../../../../../languages/en/workshop/handover.json' with { type: 'json' }
import history from '../../../../../languages/en/workshop/history.json' with { type: 'json' }
import markup from '../../../../../languages/en/workshop/markup.json' with { type: 'json' }
import own_providers from '../../../../../languages/en/workshop/own-providers.json' with { type: 'json' }
import parts from '../../../../../languages/en/workshop/parts.json' with { type: 'json' }
import questions from '../../../../../languages/en/workshop/questions.json' with { type: 'json' }
import quotes from '../../../../../languages/en/workshop/quotes.json' with { type: 'json' }
import reception from '../../../../../languages/en/workshop/reception.json' with { type: 'json' }
import requests from '../../../../../languages/en/workshop/requests.json' with { type: 'json' }
import result from '../../../../../languages/en/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/en/workshop/results.json' with { type: 'json' }
import sandbox from '../../../../../languages/en/workshop/sandbox.json' with { type: 'json' }
import second_factor from '../../../../../languages/en/workshop/second-factor.json' with { type: 'json' }
import tablet from '../../../../../languages/en/workshop/tablet.json' with { type: 'json' }
import video from '../../../../../languages/en/workshop/video.json' with { type: 'json' }
import { decisionTexts } from '../decision-texts.ts'

export const texts = {
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
