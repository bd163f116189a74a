// Which component shows which page; each is loaded on first use. A new page needs one line here and one in paths.ts.
import type { PageProps } from '../../office/app/page-props.ts'
import { type Late, late } from '../../workshop/screens/late.tsx'
import { loadLaterWords } from '../app/words.ts'
import type { PageName } from '../paths.ts'

/** A page whose words come with it: those listed in scripts/language-files.ts. */
function withWords<T>(find: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [found] = await Promise.all([find(), loadLaterWords()])
    return found
  }
}

export const latePages: { readonly [P in PageName]: Late<PageProps> } = {
  overview: late(async () => (await import('./overview/overview-page.tsx')).OverviewPage),
  people: late(async () => (await import('./people/people-page.tsx')).PeoplePage),
  keys: late(async () => (await import('./keys/keys-page.tsx')).KeysPage),
  signIn: late(withWords(async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage)),
  tablets: late(async () => (await import('./tablets/tablets-page.tsx')).TabletsPage),
  sites: late(async () => (await import('./sites/sites-page.tsx')).SitesPage),
  branches: late(async () => (await import('./branches/branches-page.tsx')).BranchesPage),
  messages: late(async () => (await import('./messages/messages-page.tsx')).MessagesPage),
  deliveries: late(async () => (await import('./deliveries/deliveries-page.tsx')).DeliveriesPage),
  words: late(withWords(async () => (await import('./words/words-page.tsx')).WordsPage)),
  catalogue: late(async () => (await import('./catalogue/catalogue-page.tsx')).CataloguePage),
  settings: late(async () => (await import('./settings/settings-page.tsx')).SettingsPage),
  reminders: late(withWords(async () => (await import('./reminders/reminders-page.tsx')).RemindersPage)),
  rights: late(async () => (await import('./rights/rights-page.tsx')).RightsPage),
  callbacks: late(async () => (await import('./callbacks/callbacks-page.tsx')).CallbacksPage),
  audit: late(withWords(async () => (await import('./audit/audit-page.tsx')).AuditPage)),
}
