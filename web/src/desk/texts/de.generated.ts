// The words of the desk (Deutsch). Made by `npm run generate`; change the code instead.
import carWords from '../../../../languages/de/car-words.json' with { type: 'json' }
import own_charts from '../../../../languages/de/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/de/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/de/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/de/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/de/desk/parts.json' with { type: 'json' }
import own_reminders from '../../../../languages/de/desk/reminders.json' with { type: 'json' }
import own_today from '../../../../languages/de/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/de/desk/vehicle.json' with { type: 'json' }
import { texts as office } from '../../office/texts/de.generated.ts'
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/de.generated.ts'
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
