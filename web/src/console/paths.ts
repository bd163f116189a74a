// The pages of the admin console, and their addresses.
import { createPlaces, type OfficePage } from '../office/places.ts'
import { maySetUp } from '../workshop/rights.ts'
import type { TextKey } from './texts/texts.ts'

/** In the order of the rail. A new one needs a line here and one in the registry. */
const pages = {
  overview: { path: 'overview', icon: 'board', title: 'overview.title', isInRail: true, right: maySetUp },
  sites: {
    path: 'sites',
    icon: 'car',
    title: 'sites.title',
    isInRail: true,
    hasKey: 'maybe',
    right: maySetUp,
  },
  settings: {
    path: 'settings',
    icon: 'settings',
    title: 'clientSettings.title',
    isInRail: true,
    right: maySetUp,
  },
} as const satisfies Record<string, OfficePage<TextKey>>

export type PageName = keyof typeof pages

export const places = createPlaces<PageName>(pages, 'overview')
