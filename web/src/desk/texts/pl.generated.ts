// The words of the desk (Polski). Made by `npm run generate`; change the code instead.
import carWords from '../../../../languages/pl/car-words.json' with { type: 'json' }
import own_charts from '../../../../languages/pl/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/pl/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/pl/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/pl/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/pl/desk/parts.json' with { type: 'json' }
import own_reminders from '../../../../languages/pl/desk/reminders.json' with { type: 'json' }
import own_today from '../../../../languages/pl/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/pl/desk/vehicle.json' with { type: 'json' }
import { texts as office } from '../../office/texts/pl.generated.ts'
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/pl.generated.ts'
export const texts: Texts = {
  ...office,
  ...own_charts,
  ...own_desk,
  ...own_later,
  ...own_numbers,
  ...own_parts,
  ...own_reminders,
  ...own_today,
  ...own_vehicle,
  ...decisionTexts(carWords),
}
