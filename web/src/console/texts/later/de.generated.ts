// The words of the console that come with the pages that say them (Deutsch). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/de/console/audit.json' with { type: 'json' }
import sign_ins from '../../../../../languages/de/console/sign-ins.json' with { type: 'json' }
import type { LaterTexts } from '../texts.ts'

export const texts: LaterTexts = {
  ...audit,
  ...sign_ins,
}
