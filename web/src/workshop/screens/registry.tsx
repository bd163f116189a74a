// Which component shows which screen; each is loaded on first use. A new screen needs one line here.
import type { ComponentType } from 'preact/compat'
import { loadStyle } from '../app/late-styles.ts'
import type { Route, ScreenName } from '../paths.ts'
import { type Late, late } from './late.tsx'
import { lateWithMore } from './late-with-more.ts'
import { Lost } from './lost.tsx'
import type { ScreenProps } from './screen-props.ts'

// One component for both: the sheet opens over the checklist without reloading it.
const checklist = late(async () => {
  const [{ Checklist }] = await Promise.all([import('./checklist/checklist.tsx'), loadStyle('checklist')])
  return Checklist
})

const lateScreens: { readonly [S in Exclude<ScreenName, 'lost'>]: Late<ScreenProps<S>> } = {
  board: late(async () => (await import('./board/board.tsx')).Board),
  survey: checklist,
  finding: checklist,
  finish: lateWithMore(async () => (await import('./finish/finish.tsx')).Finish),
  inbox: lateWithMore(async () => (await import('./inbox/inbox-screen.tsx')).InboxScreen),
  leads: late(async () => (await import('./leads.tsx')).Leads),
  new: late(async () => (await import('./new-inspection.tsx')).NewInspectionScreen),
  sync: late(async () => (await import('./sync-centre.tsx')).SyncCentre),
  damage: lateWithMore(async () => (await import('./damage/damage-screen.tsx')).DamageScreen),
  video: lateWithMore(async () => (await import('./video/video-screen.tsx')).VideoScreen),
  quotes: lateWithMore(async () => (await import('./quotes/quotes-screen.tsx')).QuotesScreen),
  handover: lateWithMore(async () => (await import('./handover/handover-screen.tsx')).HandoverScreen),
  send: lateWithMore(async () => (await import('./send/send-screen.tsx')).SendScreen),
  outbox: lateWithMore(async () => (await import('./outbox/outbox-screen.tsx')).OutboxScreen),
  callbacks: lateWithMore(async () => (await import('./callbacks/callbacks-screen.tsx')).CallbacksScreen),
  history: lateWithMore(async () => (await import('./history/history-screen.tsx')).HistoryScreen),
  requests: lateWithMore(async () => (await import('./requests/requests-screen.tsx')).RequestsScreen),
  pair: lateWithMore(async () => (await import('./pins/pair-screen.tsx')).PairScreen),
  settings: lateWithMore(async () => (await import('./settings.tsx')).SettingsScreen),
}

export function findScreen(screen: ScreenName): ComponentType<{ route: Route }> {
  const found = screen === 'lost' ? Lost : lateScreens[screen].Shown
  return found as ComponentType<{ route: Route }>
}

/** The code of a screen, before it is shown. */
export const loadScreen = async (screen: ScreenName): Promise<void> => {
  if (screen !== 'lost') await lateScreens[screen].load()
}

/** Those to which most ways lead. */
export function loadNextScreens(): void {
  lateScreens.board.load()
  lateScreens.survey.load()
}
