// The words of the app that are loaded first (English). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import sharedWords from '../../../../../languages/en/shared-words.json' with { type: 'json' }
import app from '../../../../../languages/en/workshop/app.json' with { type: 'json' }
import board from '../../../../../languages/en/workshop/board.json' with { type: 'json' }
import camera from '../../../../../languages/en/workshop/camera.json' with { type: 'json' }
import checklist from '../../../../../languages/en/workshop/checklist.json' with { type: 'json' }
import demo from '../../../../../languages/en/workshop/demo.json' with { type: 'json' }
import inbox from '../../../../../languages/en/workshop/inbox.json' with { type: 'json' }
import joining from '../../../../../languages/en/workshop/joining.json' with { type: 'json' }
import media from '../../../../../languages/en/workshop/media.json' with { type: 'json' }
import messages from '../../../../../languages/en/workshop/messages.json' with { type: 'json' }
import scan from '../../../../../languages/en/workshop/scan.json' with { type: 'json' }
import teamwork from '../../../../../languages/en/workshop/teamwork.json' with { type: 'json' }
import { statusTexts } from '../status-texts.ts'

export const shared: SharedWords = sharedWords
export const texts = {
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
