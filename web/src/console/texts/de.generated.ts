// The words of the console (Deutsch). Made by `npm run generate`; change the code instead.
import own_client_settings from '../../../../languages/de/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/de/console/console.json' with { type: 'json' }
import own_overview from '../../../../languages/de/console/overview.json' with { type: 'json' }
import own_sites from '../../../../languages/de/console/sites.json' with { type: 'json' }
import { texts as office } from '../../office/texts/de.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/de.generated.ts'
export const texts: Texts = {
  ...office,
  ...own_client_settings,
  ...own_console,
  ...own_overview,
  ...own_sites,
}
