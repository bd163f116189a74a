// Which component shows which screen; each is loaded on first use. A new screen needs one line here.
import { type ComponentType, lazy } from 'react'
import type { Route, ScreenName } from '../paths.ts'
import { Board } from './board.tsx'
import { Lost } from './lost.tsx'
import type { ScreenProps } from './screen-props.ts'

// One component for both: the sheet opens over the checklist without reloading it.
const Checklist = lazy(async () => ({ default: (await import('./checklist/checklist.tsx')).Checklist }))

const screens: { readonly [S in ScreenName]: ComponentType<ScreenProps<S>> } = {
  board: Board,
  lost: Lost,
  survey: Checklist,
  finding: Checklist,
  finish: lazy(async () => ({ default: (await import('./finish/finish.tsx')).Finish })),
  leads: lazy(async () => ({ default: (await import('./leads.tsx')).Leads })),
  new: lazy(async () => ({ default: (await import('./new-inspection.tsx')).NewInspectionScreen })),
  sync: lazy(async () => ({ default: (await import('./sync-centre.tsx')).SyncCentre })),
  damage: lazy(async () => ({ default: (await import('./damage/damage-screen.tsx')).DamageScreen })),
  video: lazy(async () => ({ default: (await import('./video/video-screen.tsx')).VideoScreen })),
  quotes: lazy(async () => ({ default: (await import('./quotes/quotes-screen.tsx')).QuotesScreen })),
  handover: lazy(async () => ({ default: (await import('./handover/handover-screen.tsx')).HandoverScreen })),
  send: lazy(async () => ({ default: (await import('./send/send-screen.tsx')).SendScreen })),
  outbox: lazy(async () => ({ default: (await import('./outbox/outbox-screen.tsx')).OutboxScreen })),
  callbacks: lazy(async () => ({
    default: (await import('./callbacks/callbacks-screen.tsx')).CallbacksScreen,
  })),
  settings: lazy(async () => ({ default: (await import('./settings.tsx')).SettingsScreen })),
}

export function findScreen(screen: ScreenName): ComponentType<{ route: Route }> {
  return screens[screen] as ComponentType<{ route: Route }>
}
