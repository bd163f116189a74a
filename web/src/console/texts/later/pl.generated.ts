// The words of the console that come with the pages that say them (Polski). Made by `npm run generate`; change the code instead.
import audit from '../../../../../languages/pl/console/audit.json' with { type: 'json' }
import sign_ins from '../../../../../languages/pl/console/sign-ins.json' with { type: 'json' }
import type { LaterTexts } from '../texts.ts'

export const texts: LaterTexts = {
  ...audit,
  ...sign_ins,
}
