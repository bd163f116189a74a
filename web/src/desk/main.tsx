// The desk as a bundle of the office: its pages, its words, the search above every page, and the ways to app and console.
import { appLink, bundleLink } from '../office/app/app-links.ts'
import type { Bundle } from '../office/frame/bundle.ts'
import { startBundle } from '../office/frame/start.tsx'
import { mayAdminister } from '../workshop/rights.ts'
import { router } from './app/router.ts'
import { loadSpoken } from './app/words.ts'
import { SearchBox } from './frame/search-box.tsx'
import { latePages } from './pages/registry.tsx'
import { type PageName, places } from './paths.ts'
import type { TextKey } from './texts/texts.ts'

const desk: Bundle<PageName, TextKey> = {
  places,
  router,
  latePages,
  load: loadSpoken,
  links: [
    {
      icon: 'app',
      title: 'office.toApp',
      urlFor: (language) => `${appLink({ screen: 'board' })}?lang=${language}`,
    },
    {
      icon: 'settings',
      title: 'office.toConsole',
      urlFor: (lang, { id: client }) => bundleLink('admin', { lang, client }),
      right: mayAdminister,
    },
  ],
  whose: 'desk.forAdvisors',
  Head: SearchBox,
}

startBundle(desk)
