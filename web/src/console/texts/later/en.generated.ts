// The words of the console that come with the pages that say them (English). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/en/console/audit.json' with { type: 'json' }
import owner_texts from '../../../../../languages/en/console/owner-texts.json' with { type: 'json' }
import phrases from '../../../../../languages/en/console/phrases.json' with { type: 'json' }
import reasons from '../../../../../languages/en/console/reasons.json' with { type: 'json' }
import reminders from '../../../../../languages/en/console/reminders.json' with { type: 'json' }
import sign_ins from '../../../../../languages/en/console/sign-ins.json' with { type: 'json' }

export const texts = {
  ...audit,
  ...owner_texts,
  ...phrases,
  ...reasons,
  ...reminders,
  ...sign_ins,
}
