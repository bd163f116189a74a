// Links from the office into the app, by the app's own path builder: the one place that knows where the app is.
import { type Route, toPath } from '../../workshop/paths.ts'
import { serviceUrl } from '../../workshop/places.ts'

export const appLink = (route: Route): string => serviceUrl(`workshop/${toPath(route)}`)
