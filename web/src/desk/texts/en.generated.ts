// The words of the desk (English). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import carWords from '../../../../languages/en/car-words.json' with { type: 'json' }
import account from '../../../../languages/en/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/en/workshop/app.json' with { type: 'json' }
import messages from '../../../../languages/en/workshop/messages.json' with { type: 'json' }
import own_charts from '../../../../languages/en/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/en/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/en/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/en/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/en/desk/parts.json' with { type: 'json' }
import own_period from '../../../../languages/en/desk/period.json' with { type: 'json' }
import own_reminders from '../../../../languages/en/desk/reminders.json' with { type: 'json' }
import own_table from '../../../../languages/en/desk/table.json' with { type: 'json' }
import own_today from '../../../../languages/en/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/en/desk/vehicle.json' with { type: 'json' }
import sharedWords from '../../../../languages/en/shared-words.json' with { type: 'json' }
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'
import { statusTexts } from '../../workshop/texts/status-texts.ts'

export const shared: SharedWords = sharedWords
export const texts = {
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
