// Links from the office into the app, by the app's own path builder, and to the other bundles: the one place that knows where they are.
import { type Route, toPath } from '../../workshop/paths.ts'
import { serviceUrl } from '../../workshop/places.ts'

export const appLink = (route: Route): string => serviceUrl(`workshop/${toPath(route)}`)

/** The first page of a bundle, in the person's language and for their dealership. */
export const bundleLink = (address: 'desk' | 'admin', asked: { lang: string; client: string }): string =>
  serviceUrl(`${address}/?${new URLSearchParams(asked)}`)
