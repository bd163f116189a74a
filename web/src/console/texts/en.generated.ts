// The words of the console (English). Made by `npm run generate`; change the code instead.
import own_client_settings from '../../../../languages/en/console/client-settings.json' with { type: 'json' }
import own_console from '../../../../languages/en/console/console.json' with { type: 'json' }
import own_overview from '../../../../languages/en/console/overview.json' with { type: 'json' }
import own_sites from '../../../../languages/en/console/sites.json' with { type: 'json' }
import { texts as office } from '../../office/texts/en.generated.ts'

export { shared } from '../../office/texts/en.generated.ts'
export const texts = {
  ...office,
  ...own_client_settings,
  ...own_console,
  ...own_overview,
  ...own_sites,
}
