// The words of the console (English). Made by `npm run generate`; change the code instead.
import own_branches from '../../../../languages/en/console/branches.json' with { type: 'json' }
import own_callbacks from '../../../../languages/en/console/callbacks.json' with { type: 'json' }
import own_catalogue from '../../../../languages/en/console/catalogue.json' with { type: 'json' }
import own_channels from '../../../../languages/en/console/channels.json' with { type: 'json' }
import own_client_settings from '../../../../languages/en/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/en/console/console.json' with { type: 'json' }
import own_deliveries from '../../../../languages/en/console/deliveries.json' with { type: 'json' }
import own_keys from '../../../../languages/en/console/keys.json' with { type: 'json' }
import own_overview from '../../../../languages/en/console/overview.json' with { type: 'json' }
import own_people from '../../../../languages/en/console/people.json' with { type: 'json' }
import own_rights from '../../../../languages/en/console/rights.json' with { type: 'json' }
import own_sites from '../../../../languages/en/console/sites.json' with { type: 'json' }
import own_tablets from '../../../../languages/en/console/tablets.json' with { type: 'json' }
import own_words from '../../../../languages/en/console/words.json' with { type: 'json' }
import { texts as office } from '../../office/texts/en.generated.ts'

export { shared } from '../../office/texts/en.generated.ts'
export const texts = {
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
