// Which component shows which screen; each is loaded on first use. A new screen needs one line here.
import type { ComponentType, ReactNode } from 'preact/compat'
import type { Route, ScreenName } from '../paths.ts'
import { loadMoreTexts } from '../texts/load-texts.ts'
import { type Late, late } from './late.tsx'
import { Lost } from './lost.tsx'
import type { ScreenProps } from './screen-props.ts'

/** With the words that only these screens say. */
const lateWithWords = <P extends object>(find: () => Promise<(props: P) => ReactNode>): Late<P> =>
  late(async () => (await Promise.all([find(), loadMoreTexts()]))[0])

// One component for both: the sheet opens over the checklist without reloading it.
const checklist = late(async () => (await import('./checklist/checklist.tsx')).Checklist)

const lateScreens: { readonly [S in Exclude<ScreenName, 'lost'>]: Late<ScreenProps<S>> } = {
  board: late(async () => (await import('./board/board.tsx')).Board),
  survey: checklist,
  finding: checklist,
  finish: lateWithWords(async () => (await import('./finish/finish.tsx')).Finish),
  leads: late(async () => (await import('./leads.tsx')).Leads),
  new: late(async () => (await import('./new-inspection.tsx')).NewInspectionScreen),
  sync: late(async () => (await import('./sync-centre.tsx')).SyncCentre),
  damage: lateWithWords(async () => (await import('./damage/damage-screen.tsx')).DamageScreen),
  video: lateWithWords(async () => (await import('./video/video-screen.tsx')).VideoScreen),
  quotes: lateWithWords(async () => (await import('./quotes/quotes-screen.tsx')).QuotesScreen),
  handover: lateWithWords(async () => (await import('./handover/handover-screen.tsx')).HandoverScreen),
  send: lateWithWords(async () => (await import('./send/send-screen.tsx')).SendScreen),
  outbox: lateWithWords(async () => (await import('./outbox/outbox-screen.tsx')).OutboxScreen),
  callbacks: lateWithWords(async () => (await import('./callbacks/callbacks-screen.tsx')).CallbacksScreen),
  settings: late(async () => (await import('./settings.tsx')).SettingsScreen),
}

export function findScreen(screen: ScreenName): ComponentType<{ route: Route }> {
  const found = screen === 'lost' ? Lost : lateScreens[screen].Shown
  return found as ComponentType<{ route: Route }>
}

/** Those to which most ways lead. */
export function loadNextScreens(): void {
  lateScreens.board.load()
  lateScreens.survey.load()
}
