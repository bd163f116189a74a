// The words of the desk (Polski). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import carWords from '../../../../languages/pl/car-words.json' with { type: 'json' }
import account from '../../../../languages/pl/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/pl/workshop/app.json' with { type: 'json' }
import messages from '../../../../languages/pl/workshop/messages.json' with { type: 'json' }
import own_charts from '../../../../languages/pl/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/pl/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/pl/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/pl/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/pl/desk/parts.json' with { type: 'json' }
import own_period from '../../../../languages/pl/desk/period.json' with { type: 'json' }
import own_reminders from '../../../../languages/pl/desk/reminders.json' with { type: 'json' }
import own_table from '../../../../languages/pl/desk/table.json' with { type: 'json' }
import own_today from '../../../../languages/pl/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/pl/desk/vehicle.json' with { type: 'json' }
import sharedWords from '../../../../languages/pl/shared-words.json' with { type: 'json' }
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'
import { statusTexts } from '../../workshop/texts/status-texts.ts'
import type { Texts } from './texts.ts'

export const shared: SharedWords = sharedWords
export const texts: Texts = {
  ...account,
  ...app,
  ...messages,
  ...own_charts,
  ...own_desk,
  ...own_later,
  ...own_numbers,
  ...own_parts,
  ...own_period,
  ...own_reminders,
  ...own_table,
  ...own_today,
  ...own_vehicle,
  ...statusTexts(shared),
  ...decisionTexts(carWords),
}
