// What every page gets: the address it was opened by.
import type { Place } from '../paths.ts'

export interface PageProps {
  place: Place
}
