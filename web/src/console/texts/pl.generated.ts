// The words of the console (Polski). Made by `npm run generate`; change the code instead.
import own_client_settings from '../../../../languages/pl/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/pl/console/console.json' with { type: 'json' }
import own_overview from '../../../../languages/pl/console/overview.json' with { type: 'json' }
import own_sites from '../../../../languages/pl/console/sites.json' with { type: 'json' }
import { texts as office } from '../../office/texts/pl.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/pl.generated.ts'
export const texts: Texts = {
  ...office,
  ...own_client_settings,
  ...own_console,
  ...own_overview,
  ...own_sites,
}
