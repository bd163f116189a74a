// By which clock a person reads the times of a car, and whether the zone is named beside them. Pure.

/** What a session says of clocks: its own zone, and that of the branches whose site has another one. */
export interface Clocks {
  timeZone: string
  branches: readonly { id: string; timeZone?: string }[]
}

/** That of the site of the branch; without a branch, that of the session. */
export const zoneAt = ({ timeZone, branches }: Clocks, branchId?: string): string =>
  branches.find(({ id }) => id === branchId)?.timeZone ?? timeZone

/** Of somebody whose branches have different clocks: nobody could know by which one a time is meant. */
export const areZonesNamed = ({ branches }: Clocks): boolean => branches.some(({ timeZone }) => timeZone)
