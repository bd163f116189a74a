// The words of the app in Russian.
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import account from './account.ru.json' with { type: 'json' }
import app from './app.ru.json' with { type: 'json' }
import board from './board.ru.json' with { type: 'json' }
import camera from './camera.ru.json' with { type: 'json' }
import checklist from './checklist.ru.json' with { type: 'json' }
import inbox from './inbox.ru.json' with { type: 'json' }
import joining from './joining.ru.json' with { type: 'json' }
import media from './media.ru.json' with { type: 'json' }
import messages from './messages.ru.json' with { type: 'json' }
import scan from './scan.ru.json' with { type: 'json' }
import { statusTexts } from './status-texts.ts'
import teamwork from './teamwork.ru.json' with { type: 'json' }
import type { FirstTexts } from './texts.ts'

export const ru: FirstTexts = {
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
  ...statusTexts(sharedWords.ru),
}
