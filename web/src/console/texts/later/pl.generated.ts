// The words of the console that come with the pages that say them (Polski). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/pl/console/audit.json' with { type: 'json' }
import owner_texts from '../../../../../languages/pl/console/owner-texts.json' with { type: 'json' }
import phrases from '../../../../../languages/pl/console/phrases.json' with { type: 'json' }
import reasons from '../../../../../languages/pl/console/reasons.json' with { type: 'json' }
import reminders from '../../../../../languages/pl/console/reminders.json' with { type: 'json' }
import sign_ins from '../../../../../languages/pl/console/sign-ins.json' with { type: 'json' }
import type { LaterTexts } from '../texts.ts'

export const texts: LaterTexts = {
  ...audit,
  ...owner_texts,
  ...phrases,
  ...reasons,
  ...reminders,
  ...sign_ins,
}
