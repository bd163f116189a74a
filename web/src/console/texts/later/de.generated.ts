// The words of the console that come with the pages that say them (Deutsch). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/de/console/audit.json' with { type: 'json' }
import owner_texts from '../../../../../languages/de/console/owner-texts.json' with { type: 'json' }
import phrases from '../../../../../languages/de/console/phrases.json' with { type: 'json' }
import reasons from '../../../../../languages/de/console/reasons.json' with { type: 'json' }
import reminders from '../../../../../languages/de/console/reminders.json' with { type: 'json' }
import sign_ins from '../../../../../languages/de/console/sign-ins.json' with { type: 'json' }
import type { LaterTexts } from '../texts.ts'

export const texts: LaterTexts = {
  ...audit,
  ...owner_texts,
  ...phrases,
  ...reasons,
  ...reminders,
  ...sign_ins,
}
