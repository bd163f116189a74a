// The admin console as a bundle of the office: its pages, its words, and the ways to app and desk.
import { appLink, bundleLink } from '../office/app/app-links.ts'
import type { Bundle } from '../office/frame/bundle.ts'
import { startBundle } from '../office/frame/start.tsx'
import { router } from './app/router.ts'
import { loadSpoken } from './app/words.ts'
import { latePages } from './pages/registry.tsx'
import { type PageName, places } from './paths.ts'
import type { TextKey } from './texts/texts.ts'

const adminConsole: Bundle<PageName, TextKey> = {
  places,
  router,
  latePages,
  load: loadSpoken,
  links: [
    {
      icon: 'chart',
      title: 'console.toDesk',
      urlFor: (lang, { id: client }) => bundleLink('desk', { lang, client }),
    },
    {
      icon: 'app',
      title: 'office.toApp',
      urlFor: (language) => `${appLink({ screen: 'board' })}?lang=${language}`,
    },
  ],
  whose: 'console.forAdmins',
  hasManyPages: true,
}

startBundle(adminConsole)
