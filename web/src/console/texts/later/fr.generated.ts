// The words of the console that come with the pages that say them (Français). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/fr/console/audit.json' with { type: 'json' }
import owner_texts from '../../../../../languages/fr/console/owner-texts.json' with { type: 'json' }
import phrases from '../../../../../languages/fr/console/phrases.json' with { type: 'json' }
import reasons from '../../../../../languages/fr/console/reasons.json' with { type: 'json' }
import reminders from '../../../../../languages/fr/console/reminders.json' with { type: 'json' }
import sign_ins from '../../../../../languages/fr/console/sign-ins.json' with { type: 'json' }
import type { LaterTexts } from '../texts.ts'

export const texts: LaterTexts = {
  ...audit,
  ...owner_texts,
  ...phrases,
  ...reasons,
  ...reminders,
  ...sign_ins,
}
