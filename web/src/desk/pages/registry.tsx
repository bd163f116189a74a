// Which component shows which page; each is loaded on first use. A new page needs one line here and one in paths.ts.

import type { PageProps } from '../../office/app/page-props.ts'
import { type Late, late } from '../../workshop/screens/late.tsx'
import type { PageName } from '../paths.ts'

export const latePages: { readonly [P in PageName]: Late<PageProps> } = {
  today: late(async () => (await import('./today/today-page.tsx')).TodayPage),
  parts: late(async () => (await import('./parts/parts-page.tsx')).PartsPage),
  numbers: late(async () => (await import('./numbers/numbers-page.tsx')).NumbersPage),
  later: late(async () => (await import('./later/later-page.tsx')).LaterPage),
  vehicle: late(async () => (await import('./vehicle/vehicle-page.tsx')).VehiclePage),
  find: late(async () => (await import('./find/find-page.tsx')).FindPage),
}
