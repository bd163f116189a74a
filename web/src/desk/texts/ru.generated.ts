// The words of the desk (Русский). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import carWords from '../../../../languages/ru/car-words.json' with { type: 'json' }
import account from '../../../../languages/ru/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/ru/workshop/app.json' with { type: 'json' }
import messages from '../../../../languages/ru/workshop/messages.json' with { type: 'json' }
import own_charts from '../../../../languages/ru/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/ru/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/ru/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/ru/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/ru/desk/parts.json' with { type: 'json' }
import own_period from '../../../../languages/ru/desk/period.json' with { type: 'json' }
import own_reminders from '../../../../languages/ru/desk/reminders.json' with { type: 'json' }
import own_table from '../../../../languages/ru/desk/table.json' with { type: 'json' }
import own_today from '../../../../languages/ru/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/ru/desk/vehicle.json' with { type: 'json' }
import sharedWords from '../../../../languages/ru/shared-words.json' with { type: 'json' }
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
