// What every screen gets: its own route.
import type { Route, ScreenName } from '../paths.ts'

export type ScreenProps<S extends ScreenName = ScreenName> = { route: Extract<Route, { screen: S }> }
