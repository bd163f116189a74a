// The words of the console (Français). Made by `npm run generate`; change the code instead.
import own_branches from '../../../../languages/fr/console/branches.json' with { type: 'json' }
import own_callbacks from '../../../../languages/fr/console/callbacks.json' with { type: 'json' }
import own_catalogue from '../../../../languages/fr/console/catalogue.json' with { type: 'json' }
import own_channels from '../../../../languages/fr/console/channels.json' with { type: 'json' }
import own_client_settings from '../../../../languages/fr/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/fr/console/console.json' with { type: 'json' }
import own_deliveries from '../../../../languages/fr/console/deliveries.json' with { type: 'json' }
import own_keys from '../../../../languages/fr/console/keys.json' with { type: 'json' }
import own_overview from '../../../../languages/fr/console/overview.json' with { type: 'json' }
import own_people from '../../../../languages/fr/console/people.json' with { type: 'json' }
import own_rights from '../../../../languages/fr/console/rights.json' with { type: 'json' }
import own_sites from '../../../../languages/fr/console/sites.json' with { type: 'json' }
import own_tablets from '../../../../languages/fr/console/tablets.json' with { type: 'json' }
import own_words from '../../../../languages/fr/console/words.json' with { type: 'json' }
import { texts as office } from '../../office/texts/fr.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/fr.generated.ts'
export const texts: Texts = {
  ...office,
  ...own_branches,
  ...own_callbacks,
  ...own_catalogue,
  ...own_channels,
  ...own_client_settings,
  ...own_console,
  ...own_deliveries,
  ...own_keys,
  ...own_overview,
  ...own_people,
  ...own_rights,
  ...own_sites,
  ...own_tablets,
  ...own_words,
}
