// The pages of the first start, for the routes of their feature. Reads nothing of any system client.
import { assets, pickLanguage, renderSetUp, setUpSecurityPolicy } from '@walkaround/web/set-up/pages.ts'
import { ownerHeaders } from './owner-pages.ts'

export { assets, pickLanguage, renderSetUp }

/** As the owner's pages: nothing is kept by a cache, and no other address learns the link. */
export const setUpHeaders: Record<string, string> = {
  ...ownerHeaders,
  'content-security-policy': setUpSecurityPolicy,
}
