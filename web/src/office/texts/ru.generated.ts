// The words that all bundles of the office have (Русский). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from '../../../../languages/ru/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/ru/workshop/app.json' with { type: 'json' }
import demo from '../../../../languages/ru/workshop/demo.json' with { type: 'json' }
import messages from '../../../../languages/ru/workshop/messages.json' with { type: 'json' }
import second_factor from '../../../../languages/ru/workshop/second-factor.json' with { type: 'json' }
import own_form from '../../../../languages/ru/office/form.json' with { type: 'json' }
import own_office from '../../../../languages/ru/office/office.json' with { type: 'json' }
import own_period from '../../../../languages/ru/office/period.json' with { type: 'json' }
import own_table from '../../../../languages/ru/office/table.json' with { type: 'json' }
import sharedWords from '../../../../languages/ru/shared-words.json' with { type: 'json' }
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
