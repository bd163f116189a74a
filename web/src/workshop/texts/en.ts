// The words of the app in English.
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from './account.en.json' with { type: 'json' }
import app from './app.en.json' with { type: 'json' }
import board from './board.en.json' with { type: 'json' }
import checklist from './checklist.en.json' with { type: 'json' }
import joining from './joining.en.json' with { type: 'json' }
import media from './media.en.json' with { type: 'json' }
import messages from './messages.en.json' with { type: 'json' }
import quotes from './quotes.en.json' with { type: 'json' }
import { statusTexts } from './status-texts.ts'

export const en = {
  ...account,
  ...app,
  ...board,
  ...checklist,
  ...joining,
  ...media,
  ...messages,
  ...quotes,
  ...statusTexts(sharedWords.en),
}
