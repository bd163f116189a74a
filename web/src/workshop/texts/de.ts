// The words of the app in German.
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from './account.de.json' with { type: 'json' }
import app from './app.de.json' with { type: 'json' }
import board from './board.de.json' with { type: 'json' }
import camera from './camera.de.json' with { type: 'json' }
import checklist from './checklist.de.json' with { type: 'json' }
import inbox from './inbox.de.json' with { type: 'json' }
import joining from './joining.de.json' with { type: 'json' }
import media from './media.de.json' with { type: 'json' }
import messages from './messages.de.json' with { type: 'json' }
import scan from './scan.de.json' with { type: 'json' }
import { statusTexts } from './status-texts.ts'
import teamwork from './teamwork.de.json' with { type: 'json' }
import type { FirstTexts } from './texts.ts'

export const de: FirstTexts = {
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
  ...statusTexts(sharedWords.de),
}
