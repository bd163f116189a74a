// The words of the console that come with the pages that say them (English). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/en/console/audit.json' with { type: 'json' }
import sign_ins from '../../../../../languages/en/console/sign-ins.json' with { type: 'json' }

export const texts = {
  ...audit,
  ...sign_ins,
}
