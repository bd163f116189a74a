// The words of the app that are loaded first (Polski). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import sharedWords from '../../../../../languages/pl/shared-words.json' with { type: 'json' }
import app from '../../../../../languages/pl/workshop/app.json' with { type: 'json' }
import board from '../../../../../languages/pl/workshop/board.json' with { type: 'json' }
import camera from '../../../../../languages/pl/workshop/camera.json' with { type: 'json' }
import checklist from '../../../../../languages/pl/workshop/checklist.json' with { type: 'json' }
import demo from '../../../../../languages/pl/workshop/demo.json' with { type: 'json' }
import inbox from '../../../../../languages/pl/workshop/inbox.json' with { type: 'json' }
import joining from '../../../../../languages/pl/workshop/joining.json' with { type: 'json' }
import media from '../../../../../languages/pl/workshop/media.json' with { type: 'json' }
import messages from '../../../../../languages/pl/workshop/messages.json' with { type: 'json' }
import scan from '../../../../../languages/pl/workshop/scan.json' with { type: 'json' }
import teamwork from '../../../../../languages/pl/workshop/teamwork.json' with { type: 'json' }
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
