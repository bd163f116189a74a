// The words of the desk (Русский). Made by `npm run generate`; change the code instead.
import carWords from '../../../../languages/ru/car-words.json' with { type: 'json' }
import own_charts from '../../../../languages/ru/desk/charts.json' with { type: 'json' }
import own_desk from '../../../../languages/ru/desk/desk.json' with { type: 'json' }
import own_later from '../../../../languages/ru/desk/later.json' with { type: 'json' }
import own_numbers from '../../../../languages/ru/desk/numbers.json' with { type: 'json' }
import own_parts from '../../../../languages/ru/desk/parts.json' with { type: 'json' }
import own_reminders from '../../../../languages/ru/desk/reminders.json' with { type: 'json' }
import own_today from '../../../../languages/ru/desk/today.json' with { type: 'json' }
import own_vehicle from '../../../../languages/ru/desk/vehicle.json' with { type: 'json' }
import { texts as office } from '../../office/texts/ru.generated.ts'
import { decisionTexts } from '../../workshop/texts/decision-texts.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/ru.generated.ts'
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
