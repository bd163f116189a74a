// The words of the app that are loaded first (Français). Made by `npm run generate`; change the code instead.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import sharedWords from '../../../../../languages/fr/shared-words.json' with { type: 'json' }
import app from '../../../../../languages/fr/workshop/app.json' with { type: 'json' }
import board from '../../../../../languages/fr/workshop/board.json' with { type: 'json' }
import camera from '../../../../../languages/fr/workshop/camera.json' with { type: 'json' }
import checklist from '../../../../../languages/fr/workshop/checklist.json' with { type: 'json' }
import demo from '../../../../../languages/fr/workshop/demo.json' with { type: 'json' }
import inbox from '../../../../../languages/fr/workshop/inbox.json' with { type: 'json' }
import joining from '../../../../../languages/fr/workshop/joining.json' with { type: 'json' }
import media from '../../../../../languages/fr/workshop/media.json' with { type: 'json' }
import messages from '../../../../../languages/fr/workshop/messages.json' with { type: 'json' }
import scan from '../../../../../languages/fr/workshop/scan.json' with { type: 'json' }
import teamwork from '../../../../../languages/fr/workshop/teamwork.json' with { type: 'json' }
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
