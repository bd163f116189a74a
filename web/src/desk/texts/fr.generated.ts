// The words of the desk (Français). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import carWords from '../../../../languages/fr/car-words.json' with { type: 'json' }
import account from '../../../../languages/fr/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/fr/workshop/app.json' with { type: 'json' }
import messages from '../../../../languages/fr/workshop/messages.json' with { type: 'json' }
import own_charts from '../../../../languages/fr/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/fr/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/fr/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/fr/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/fr/desk/parts.json' with { type: 'json' }
import own_period from '../../../../languages/fr/desk/period.json' with { type: 'json' }
import own_reminders from '../../../../languages/fr/desk/reminders.json' with { type: 'json' }
import own_table from '../../../../languages/fr/desk/table.json' with { type: 'json' }
import own_today from '../../../../languages/fr/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/fr/desk/vehicle.json' with { type: 'json' }
import sharedWords from '../../../../languages/fr/shared-words.json' with { type: 'json' }
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
