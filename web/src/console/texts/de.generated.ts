// The words of the console (Deutsch). Made by `npm run generate`; change the code instead.
import own_branches from '../../../../languages/de/console/branches.json' with { type: 'json' }
import own_callbacks from '../../../../languages/de/console/callbacks.json' with { type: 'json' }
import own_catalogue from '../../../../languages/de/console/catalogue.json' with { type: 'json' }
import own_channels from '../../../../languages/de/console/channels.json' with { type: 'json' }
import own_client_settings from '../../../../languages/de/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/de/console/console.json' with { type: 'json' }
import own_deliveries from '../../../../languages/de/console/deliveries.json' with { type: 'json' }
import own_keys from '../../../../languages/de/console/keys.json' with { type: 'json' }
import own_overview from '../../../../languages/de/console/overview.json' with { type: 'json' }
import own_people from '../../../../languages/de/console/people.json' with { type: 'json' }
import own_rights from '../../../../languages/de/console/rights.json' with { type: 'json' }
import own_sites from '../../../../languages/de/console/sites.json' with { type: 'json' }
import own_tablets from '../../../../languages/de/console/tablets.json' with { type: 'json' }
import own_words from '../../../../languages/de/console/words.json' with { type: 'json' }
import { texts as office } from '../../office/texts/de.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/de.generated.ts'
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
