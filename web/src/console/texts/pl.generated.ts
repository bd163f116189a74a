// The words of the console (Polski). Made by `npm run generate`; change the code instead.
import own_branches from '../../../../languages/pl/console/branches.json' with { type: 'json' }
import own_callbacks from '../../../../languages/pl/console/callbacks.json' with { type: 'json' }
import own_catalogue from '../../../../languages/pl/console/catalogue.json' with { type: 'json' }
import own_channels from '../../../../languages/pl/console/channels.json' with { type: 'json' }
import own_client_settings from '../../../../languages/pl/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/pl/console/console.json' with { type: 'json' }
import own_deliveries from '../../../../languages/pl/console/deliveries.json' with { type: 'json' }
import own_keys from '../../../../languages/pl/console/keys.json' with { type: 'json' }
import own_overview from '../../../../languages/pl/console/overview.json' with { type: 'json' }
import own_people from '../../../../languages/pl/console/people.json' with { type: 'json' }
import own_rights from '../../../../languages/pl/console/rights.json' with { type: 'json' }
import own_sites from '../../../../languages/pl/console/sites.json' with { type: 'json' }
import own_tablets from '../../../../languages/pl/console/tablets.json' with { type: 'json' }
import own_words from '../../../../languages/pl/console/words.json' with { type: 'json' }
import { texts as office } from '../../office/texts/pl.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/pl.generated.ts'
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
