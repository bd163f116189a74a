// All families of browser checks, in the order in which a lane runs them.
import { checkActs } from './acts.ts'
import { checkConsoleAudit } from './console-audit.ts'
import { checkConsoleCallbacks } from './console-callbacks.ts'
import { checkConsoleCatalogue } from './console-catalogue.ts'
import { checkConsoleLooks } from './console-looks.ts'
import { checkConsoleMessages } from './console-messages.ts'
import { checkConsoleOwnerTexts } from './console-owner-texts.ts'
import { checkConsolePeople } from './console-people.ts'
import { checkConsolePhrases } from './console-phrases.ts'
import { checkConsolePlaces } from './console-places.ts'
import { checkConsoleShell } from './console-shell.ts'
import { checkConsoleSignIn } from './console-sign-in.ts'
import { checkConsoleTablets } from './console-tablets.ts'
import { checkConsoleWords } from './console-words.ts'
import { checkDesk } from './desk.ts'
import { checkFirstStart } from './first-start.ts'
import { checkJourney } from './journey.ts'
import { checkLooks, checkUnfolded } from './looks.ts'
import { checkOwnProviders } from './own-providers.ts'
import { checkOwner } from './owner.ts'
import { checkOwnerLargeText } from './owner-large-text.ts'
import { checkOwnerPhoto } from './owner-photo.ts'
import { checkOwnerQuestions } from './owner-questions.ts'
import { checkPasskeys } from './passkeys.ts'
import { checkProviderPages } from './provider-pages.ts'
import { checkTwentyMinutes } from './twenty-minutes.ts'
import type { Check, Desk } from './visit.ts'
import { checkWorkshopAccount } from './workshop-account.ts'
import { checkWorkshopBeginOffline } from './workshop-begin-offline.ts'
import { checkWorkshopBoard } from './workshop-board.ts'
import { checkWorkshopCamera } from './workshop-camera.ts'
import { checkWorkshopConflicts } from './workshop-conflicts.ts'
import { checkWorkshopDay } from './workshop-day.ts'
import { checkWorkshopInspection } from './workshop-inspection.ts'
import { checkWorkshopJoining } from './workshop-joining.ts'
import { checkWorkshopLeftBehind } from './workshop-left-behind.ts'
import { checkWorkshopMarkup } from './workshop-markup.ts'
import { checkWorkshopMedia } from './workshop-media.ts'
import { checkWorkshopRail } from './workshop-rail.ts'
import { checkWorkshopRequests } from './workshop-requests.ts'
import { checkWorkshopSecondTaps } from './workshop-second-taps.ts'
import { checkWorkshopSend } from './workshop-send.ts'
import { checkWorkshopShift } from './workshop-shift.ts'
import { checkWorkshopSingleSignOn } from './workshop-single-sign-on.ts'
import { checkTabletPins } from './workshop-tablet-pins.ts'
import { checkWorkshopTeamwork } from './workshop-teamwork.ts'
import { checkWorkshopTechnician } from './workshop-technician.ts'

export interface Family {
  readonly name: string
  readonly check: (check: Check, desk: Desk) => Promise<void>
  /** Those that decide about the demo's first car as its owner are kept apart from those that do so as its advisor. */
  readonly lane?: 0 | 1
  /** Only the whole build checks them: what few changes touch, and what takes long. */
  readonly isForWhole?: true
}

export const families: readonly Family[] = [
  { name: 'inspection', check: checkWorkshopInspection, lane: 0 },
  { name: 'media', check: checkWorkshopMedia, lane: 0 },
  { name: 'markup', check: checkWorkshopMarkup },
  { name: 'owner', check: checkOwner, lane: 1 },
  { name: 'owner-photo', check: checkOwnerPhoto, lane: 1 },
  { name: 'questions', check: checkOwnerQuestions },
  { name: 'owner-large-text', check: checkOwnerLargeText, lane: 1, isForWhole: true },
  { name: 'acts', check: checkActs, isForWhole: true },
  { name: 'day', check: checkWorkshopDay },
  { name: 'rail', check: checkWorkshopRail, isForWhole: true },
  { name: 'second-taps', check: checkWorkshopSecondTaps },
  { name: 'technician', check: checkWorkshopTechnician },
  { name: 'account', check: checkWorkshopAccount, isForWhole: true },
  { name: 'passkeys', check: checkPasskeys },
  { name: 'left-behind', check: checkWorkshopLeftBehind },
  { name: 'tablet-pins', check: checkTabletPins },
  { name: 'single-sign-on', check: checkWorkshopSingleSignOn },
  { name: 'provider-pages', check: checkProviderPages },
  { name: 'own-providers', check: checkOwnProviders },
  { name: 'begin-offline', check: checkWorkshopBeginOffline },
  { name: 'joining', check: checkWorkshopJoining, isForWhole: true },
  { name: 'shift', check: checkWorkshopShift, isForWhole: true },
  { name: 'teamwork', check: checkWorkshopTeamwork },
  { name: 'board', check: checkWorkshopBoard },
  { name: 'camera', check: checkWorkshopCamera },
  { name: 'conflicts', check: checkWorkshopConflicts },
  { name: 'send', check: checkWorkshopSend, lane: 1 },
  { name: 'journey', check: checkJourney, lane: 0 },
  { name: 'requests', check: checkWorkshopRequests },
  { name: 'desk', check: checkDesk },
  { name: 'console-shell', check: checkConsoleShell },
  { name: 'console-audit', check: checkConsoleAudit },
  { name: 'console-catalogue', check: checkConsoleCatalogue },
  { name: 'console-tablets', check: checkConsoleTablets },
  { name: 'console-sign-in', check: checkConsoleSignIn },
  { name: 'console-messages', check: checkConsoleMessages },
  { name: 'console-words', check: checkConsoleWords },
  { name: 'console-phrases', check: checkConsolePhrases },
  { name: 'console-owner-texts', check: checkConsoleOwnerTexts },
  { name: 'twenty-minutes', check: checkTwentyMinutes },
  { name: 'first-start', check: checkFirstStart, isForWhole: true },
  { name: 'console-people', check: checkConsolePeople },
  { name: 'console-places', check: checkConsolePlaces },
  { name: 'console-callbacks', check: checkConsoleCallbacks },
  { name: 'console-looks', check: checkConsoleLooks },
  { name: 'looks', check: checkLooks },
  { name: 'unfolded', check: checkUnfolded, isForWhole: true },
]
