// The pages of the admin console by their addresses, with the key of each title. Holds no check of its own; a test beside the pages
// themselves sees that none is missing.

export const consolePages = {
  overview: 'overview.title',
  people: 'people.title',
  keys: 'keys.title',
  'sign-in': 'signIns.title',
  tablets: 'tablets.title',
  sites: 'sites.title',
  branches: 'branches.title',
  messages: 'channels.title',
  words: 'words.title',
  deliveries: 'deliveries.title',
  catalogue: 'catalogue.title',
  settings: 'clientSettings.title',
  reminders: 'reminders.title',
  callbacks: 'callbacks.title',
  audit: 'audit.title',
  rights: 'rights.title',
} as const
