// The words of the app in English.
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from './account.en.json' with { type: 'json' }
import app from './app.en.json' with { type: 'json' }
import board from './board.en.json' with { type: 'json' }
import camera from './camera.en.json' with { type: 'json' }
import checklist from './checklist.en.json' with { type: 'json' }
import inbox from './inbox.en.json' with { type: 'json' }
import joining from './joining.en.json' with { type: 'json' }
import media from './media.en.json' with { type: 'json' }
import messages from './messages.en.json' with { type: 'json' }
import scan from './scan.en.json' with { type: 'json' }
import { statusTexts } from './status-texts.ts'
import teamwork from './teamwork.en.json' with { type: 'json' }

export const en = {
  ...account,
  ...app,
  ...board,
  ...camera,
  ...checklist,
  ...inbox,
  ...joining,
  ...media,
  ...messages,
  ...scan,
  ...teamwork,
  ...statusTexts(sharedWords.en),
}
