// The words of the console (Français). Made by `npm run generate`; change the code instead.
import own_client_settings from '../../../../languages/fr/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/fr/console/console.json' with { type: 'json' }
import own_overview from '../../../../languages/fr/console/overview.json' with { type: 'json' }
import own_sites from '../../../../languages/fr/console/sites.json' with { type: 'json' }
import { texts as office } from '../../office/texts/fr.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/fr.generated.ts'
export const texts: Texts = {
  ...office,
  ...own_client_settings,
  ...own_console,
  ...own_overview,
  ...own_sites,
}
