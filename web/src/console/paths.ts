// The pages of the admin console, and their addresses.
import { createPlaces, type OfficePage } from '../office/places.ts'
import { mayKeepKeys, mayManageLogins, maySetUp } from '../workshop/rights.ts'
import type { TextKey } from './texts/texts.ts'

/** In the order of the rail. A new one needs a line here and one in the registry. */
const pages = {
  overview: { path: 'overview', icon: 'board', title: 'overview.title', isInRail: true, right: maySetUp },
  people: {
    path: 'people',
    icon: 'person',
    title: 'people.title',
    isInRail: true,
    hasKey: 'maybe',
    right: mayManageLogins,
  },
  keys: { path: 'keys', icon: 'key', title: 'keys.title', isInRail: true, right: mayKeepKeys },
  signIn: {
    path: 'sign-in',
    icon: 'lock',
    title: 'signIns.title',
    isInRail: true,
    hasKey: 'maybe',
    right: mayKeepKeys,
  },
  tablets: {
    path: 'tablets',
    icon: 'app',
    title: 'tablets.title',
    isInRail: true,
    right: mayManageLogins,
  },
  sites: {
    path: 'sites',
    icon: 'house',
    title: 'sites.title',
    isInRail: true,
    hasKey: 'maybe',
    right: maySetUp,
  },
  branches: {
    path: 'branches',
    icon: 'place',
    title: 'branches.title',
    isInRail: true,
    hasKey: 'maybe',
    right: maySetUp,
  },
  messages: {
    path: 'messages',
    icon: 'letter',
    title: 'channels.title',
    isInRail: true,
    right: maySetUp,
  },
  words: {
    path: 'words',
    icon: 'pen',
    title: 'words.title',
    isInRail: true,
    hasKey: 'maybe',
    right: maySetUp,
  },
  catalogue: {
    path: 'catalogue',
    icon: 'page',
    title: 'catalogue.title',
    isInRail: true,
    right: maySetUp,
  },
  settings: {
    path: 'settings',
    icon: 'settings',
    title: 'clientSettings.title',
    isInRail: true,
    right: maySetUp,
  },
  reminders: { path: 'reminders', icon: 'clock', title: 'reminders.title', right: maySetUp },
  callbacks: { path: 'callbacks', icon: 'sending', title: 'callbacks.title', right: maySetUp },
  audit: { path: 'audit', icon: 'clock', title: 'audit.title', isInRail: true, right: mayKeepKeys },
  deliveries: { path: 'deliveries', icon: 'letter', title: 'deliveries.title', right: maySetUp },
  rights: { path: 'rights', icon: 'person', title: 'rights.title', right: mayManageLogins },
} as const satisfies Record<string, OfficePage<TextKey>>

export type PageName = keyof typeof pages

export const places = createPlaces<PageName>(pages, 'overview')
