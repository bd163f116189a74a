// A session that was begun with a PIN on a shared tablet: what holds for it as long as it lasts. It reaches the client of the tablet
// alone, and no other branches than the tablet shows.

export interface TabletOfSession {
  id: string
  name: string
  clientId: string
  lockMinutes: number
  /** Until then the PIN opens the tablet without a network. */
  offlineUntil: string
  /** Ids of the branches it shows; left out, all that the person reaches. */
  branches?: readonly string[]
}
