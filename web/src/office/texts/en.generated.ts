// The words that all bundles of the office have (English). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from '../../../../languages/en/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/en/workshop/app.json' with { type: 'json' }
import demo from '../../../../languages/en/workshop/demo.json' with { type: 'json' }
import messages from '../../../../languages/en/workshop/messages.json' with { type: 'json' }
import second_factor from '../../../../languages/en/workshop/second-factor.json' with { type: 'json' }
import own_form from '../../../../languages/en/office/form.json' with { type: 'json' }
import own_office from '../../../../languages/en/office/office.json' with { type: 'json' }
import own_period from '../../../../languages/en/office/period.json' with { type: 'json' }
import own_table from '../../../../languages/en/office/table.json' with { type: 'json' }
import sharedWords from '../../../../languages/en/shared-words.json' with { type: 'json' }
import { statusTexts } from '../../workshop/texts/status-texts.ts'

export const shared: SharedWords = sharedWords
export const texts = {
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
