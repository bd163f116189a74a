// The words of the app that are loaded first (Deutsch). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import sharedWords from '../../../../../languages/de/shared-words.json' with { type: 'json' }
import app from '../../../../../languages/de/workshop/app.json' with { type: 'json' }
import board from '../../../../../languages/de/workshop/board.json' with { type: 'json' }
import camera from '../../../../../languages/de/workshop/camera.json' with { type: 'json' }
import checklist from '../../../../../languages/de/workshop/checklist.json' with { type: 'json' }
import demo from '../../../../../languages/de/workshop/demo.json' with { type: 'json' }
import inbox from '../../../../../languages/de/workshop/inbox.json' with { type: 'json' }
import joining from '../../../../../languages/de/workshop/joining.json' with { type: 'json' }
import media from '../../../../../languages/de/workshop/media.json' with { type: 'json' }
import messages from '../../../../../languages/de/workshop/messages.json' with { type: 'json' }
import scan from '../../../../../languages/de/workshop/scan.json' with { type: 'json' }
import teamwork from '../../../../../languages/de/workshop/teamwork.json' with { type: 'json' }
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
