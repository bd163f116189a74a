// The words of the console that come with the pages that say them (Русский). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/ru/console/audit.json' with { type: 'json' }
import owner_texts from '../../../../../languages/ru/console/owner-texts.json' with { type: 'json' }
import phrases from '../../../../../languages/ru/console/phrases.json' with { type: 'json' }
import reasons from '../../../../../languages/ru/console/reasons.json' with { type: 'json' }
import reminders from '../../../../../languages/ru/console/reminders.json' with { type: 'json' }
import sign_ins from '../../../../../languages/ru/console/sign-ins.json' with { type: 'json' }
import type { LaterTexts } from '../texts.ts'

export const texts: LaterTexts = {
  ...audit,
  ...owner_texts,
  ...phrases,
  ...reasons,
  ...reminders,
  ...sign_ins,
}
