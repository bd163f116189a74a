// What every screen is given: its own address, as a value.
import type { Route, ScreenName } from '../paths.ts'

export type ScreenProps<S extends ScreenName = ScreenName> = { route: Extract<Route, { screen: S }> }
