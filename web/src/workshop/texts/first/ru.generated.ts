// The words of the app that are loaded first (Русский). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import sharedWords from '../../../../../languages/ru/shared-words.json' with { type: 'json' }
import app from '../../../../../languages/ru/workshop/app.json' with { type: 'json' }
import board from '../../../../../languages/ru/workshop/board.json' with { type: 'json' }
import camera from '../../../../../languages/ru/workshop/camera.json' with { type: 'json' }
import checklist from '../../../../../languages/ru/workshop/checklist.json' with { type: 'json' }
import demo from '../../../../../languages/ru/workshop/demo.json' with { type: 'json' }
import inbox from '../../../../../languages/ru/workshop/inbox.json' with { type: 'json' }
import joining from '../../../../../languages/ru/workshop/joining.json' with { type: 'json' }
import media from '../../../../../languages/ru/workshop/media.json' with { type: 'json' }
import messages from '../../../../../languages/ru/workshop/messages.json' with { type: 'json' }
import scan from '../../../../../languages/ru/workshop/scan.json' with { type: 'json' }
import teamwork from '../../../../../languages/ru/workshop/teamwork.json' with { type: 'json' }
import { statusTexts } from '../status-texts.ts'
import type { FirstTexts } from '../texts.ts'

export const shared: SharedWords = sharedWords
export const texts: FirstTexts = {
  ...app,
  ...board,
  ...camera,
  ...checklist,
  ...demo,
  ...inbox,
  ...joining,
  ...media,
  ...messages,
  ...scan,
  ...teamwork,
  ...statusTexts(shared),
}
