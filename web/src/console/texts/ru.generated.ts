// The words of the console (Русский). Made by `npm run generate`; change the code instead.
import own_branches from '../../../../languages/ru/console/branches.json' with { type: 'json' }
import own_callbacks from '../../../../languages/ru/console/callbacks.json' with { type: 'json' }
import own_catalogue from '../../../../languages/ru/console/catalogue.json' with { type: 'json' }
import own_channels from '../../../../languages/ru/console/channels.json' with { type: 'json' }
import own_client_settings from '../../../../languages/ru/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/ru/console/console.json' with { type: 'json' }
import own_deliveries from '../../../../languages/ru/console/deliveries.json' with { type: 'json' }
import own_keys from '../../../../languages/ru/console/keys.json' with { type: 'json' }
import own_overview from '../../../../languages/ru/console/overview.json' with { type: 'json' }
import own_people from '../../../../languages/ru/console/people.json' with { type: 'json' }
import own_rights from '../../../../languages/ru/console/rights.json' with { type: 'json' }
import own_sites from '../../../../languages/ru/console/sites.json' with { type: 'json' }
import own_tablets from '../../../../languages/ru/console/tablets.json' with { type: 'json' }
import own_words from '../../../../languages/ru/console/words.json' with { type: 'json' }
import { texts as office } from '../../office/texts/ru.generated.ts'
import type { Texts } from './texts.ts'

export { shared } from '../../office/texts/ru.generated.ts'
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
