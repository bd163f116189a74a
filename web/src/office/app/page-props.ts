// What every page gets: the address it was opened by.
import type { Place } from '../places.ts'

export interface PageProps {
  place: Place
}
