// The pages of the desk, and their addresses.
import { createPlaces, type OfficePage } from '../office/places.ts'
import { mayAdvise, mayKeepParts } from '../workshop/rights.ts'
import type { TextKey } from './texts/texts.ts'

/** In the order of the rail. A new one needs a line here and one in the registry. */
const pages = {
  today: { path: 'today', icon: 'board', title: 'today.title', isInRail: true, right: mayAdvise },
  parts: {
    path: 'parts',
    icon: 'parts',
    title: 'parts.title',
    isInRail: true,
    right: mayKeepParts,
    whose: 'desk.forParts',
  },
  numbers: { path: 'numbers', icon: 'chart', title: 'numbers.title', isInRail: true },
  later: {
    path: 'later',
    icon: 'clock',
    title: 'later.title',
    short: 'later.short',
    isInRail: true,
    right: mayAdvise,
  },
  vehicle: { path: 'vehicles', icon: 'car', title: 'vehicle.title', hasKey: true },
  find: { path: 'find', icon: 'search', title: 'desk.search' },
} as const satisfies Record<string, OfficePage<TextKey>>

export type PageName = keyof typeof pages

export const places = createPlaces<PageName>(pages, 'numbers')
