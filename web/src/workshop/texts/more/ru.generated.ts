// The words of screens behind the inspection (Русский). Made by `npm run generate`; change the code instead.
import carWords from '../../../../../languages/ru/car-words.json' with { type: 'json' }
import account from '../../../../../languages/ru/workshop/account.json' with { type: 'json' }
import damage from '../../../../../languages/ru/workshop/damage.json' with { type: 'json' }
import desk from '../../../../../languages/ru/workshop/desk.json' with { type: 'json' }
import handover from '../../../../../languages/ru/workshop/handover.json' with { type: 'json' }
import history from '../../../../../languages/ru/workshop/history.json' with { type: 'json' }
import markup from '../../../../../languages/ru/workshop/markup.json' with { type: 'json' }
import own_providers from '../../../../../languages/ru/workshop/own-providers.json' with { type: 'json' }
import parts from '../../../../../languages/ru/workshop/parts.json' with { type: 'json' }
import questions from '../../../../../languages/ru/workshop/questions.json' with { type: 'json' }
import quotes from '../../../../../languages/ru/workshop/quotes.json' with { type: 'json' }
import reception from '../../../../../languages/ru/workshop/reception.json' with { type: 'json' }
import requests from '../../../../../languages/ru/workshop/requests.json' with { type: 'json' }
import result from '../../../../../languages/ru/workshop/result.json' with { type: 'json' }
import results from '../../../../../languages/ru/workshop/results.json' with { type: 'json' }
import sandbox from '../../../../../languages/ru/workshop/sandbox.json' with { type: 'json' }
import second_factor from '../../../../../languages/ru/workshop/second-factor.json' with { type: 'json' }
import tablet from '../../../../../languages/ru/workshop/tablet.json' with { type: 'json' }
import video from '../../../../../languages/ru/workshop/video.json' with { type: 'json' }
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
