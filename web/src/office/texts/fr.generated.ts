// The words that all bundles of the office have (Français). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from '../../../../languages/fr/workshop/account.json' with { type: 'json' }
import app from '../../../../languages/fr/workshop/app.json' with { type: 'json' }
import demo from '../../../../languages/fr/workshop/demo.json' with { type: 'json' }
import messages from '../../../../languages/fr/workshop/messages.json' with { type: 'json' }
import second_factor from '../../../../languages/fr/workshop/second-factor.json' with { type: 'json' }
import own_form from '../../../../languages/fr/office/form.json' with { type: 'json' }
import own_office from '../../../../languages/fr/office/office.json' with { type: 'json' }
import own_period from '../../../../languages/fr/office/period.json' with { type: 'json' }
import own_table from '../../../../languages/fr/office/table.json' with { type: 'json' }
import sharedWords from '../../../../languages/fr/shared-words.json' with { type: 'json' }
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
