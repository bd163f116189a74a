// The words of the desk (Français). Made by `npm run generate`; change the code instead.
import carWords from '../../../../languages/fr/car-words.json' with { type: 'json' }
import own_charts from '../../../../languages/fr/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/fr/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/fr/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/fr/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/fr/desk/parts.json' with { type: 'json' }
import own_reminders from '../../../../languages/fr/desk/reminders.json' with { type: 'json' }
import own_today from '../../../../languages/fr/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/fr/desk/vehicle.json' with { type: 'json' }
import { texts as office } from '../../office/texts/fr.generated.ts'
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/fr.generated.ts'
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
