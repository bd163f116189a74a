// The words of the desk (English). Made by `npm run generate`; change the code instead.
import carWords from '../../../../languages/en/car-words.json' with { type: 'json' }
import own_charts from '../../../../languages/en/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/en/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/en/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/en/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/en/desk/parts.json' with { type: 'json' }
import own_reminders from '../../../../languages/en/desk/reminders.json' with { type: 'json' }
import own_today from '../../../../languages/en/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/en/desk/vehicle.json' with { type: 'json' }
import { texts as office } from '../../office/texts/en.generated.ts'
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'

export { shared } from '../../office/texts/en.generated.ts'
export const texts = {
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
