// The words that all bundles of the office have (Polski). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from '../../../../languages/pl/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/pl/workshop/app.json' with { type: 'json' }
import demo from '../../../../languages/pl/workshop/demo.json' with { type: 'json' }
import messages from '../../../../languages/pl/workshop/messages.json' with { type: 'json' }
import second_factor from '../../../../languages/pl/workshop/second-factor.json' with { type: 'json' }
import own_form from '../../../../languages/pl/office/form.json' with { type: 'json' }
import own_office from '../../../../languages/pl/office/office.json' with { type: 'json' }
import own_period from '../../../../languages/pl/office/period.json' with { type: 'json' }
import own_table from '../../../../languages/pl/office/table.json' with { type: 'json' }
import sharedWords from '../../../../languages/pl/shared-words.json' with { type: 'json' }
import { statusTexts } from '../../workshop/texts/status-texts.ts'
import type { Texts } from './texts.ts'

export const shared: SharedWords = sharedWords
export const texts: Texts = {
  ...account,
  ...app,
  ...demo,
  ...messages,
  ...second_factor,
  ...own_form,
  ...own_office,
  ...own_period,
  ...own_table,
  ...statusTexts(shared),
}
