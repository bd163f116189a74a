// The words that all bundles of the office have (Deutsch). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from '../../../../languages/de/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/de/workshop/app.json' with { type: 'json' }
import demo from '../../../../languages/de/workshop/demo.json' with { type: 'json' }
import messages from '../../../../languages/de/workshop/messages.json' with { type: 'json' }
import second_factor from '../../../../languages/de/workshop/second-factor.json' with { type: 'json' }
import own_form from '../../../../languages/de/office/form.json' with { type: 'json' }
import own_office from '../../../../languages/de/office/office.json' with { type: 'json' }
import own_period from '../../../../languages/de/office/period.json' with { type: 'json' }
import own_table from '../../../../languages/de/office/table.json' with { type: 'json' }
import sharedWords from '../../../../languages/de/shared-words.json' with { type: 'json' }
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
