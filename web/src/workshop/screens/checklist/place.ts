// Where the list of a survey stood, so that a reload, a closed lid and the way back lead there. Of the last survey only, and
// only its ids: kept outside of the database because it is written while one scrolls.

export interface ListPlace {
  readonly surveyId: string
  readonly sectionId: string
  /** Pixels of the section above the edge. */
  readonly offset: number
}

const key = 'walkaround-place'

export function keepPlace(place: ListPlace): void {
  try {
    localStorage.setItem(key, JSON.stringify(place))
  } catch {
    // A browser that keeps nothing opens at the beginning.
  }
}

export function findPlace(surveyId: string): ListPlace | undefined {
  try {
    const place = JSON.parse(localStorage.getItem(key) ?? 'null') as ListPlace | null
    return place?.surveyId === surveyId ? place : undefined
  } catch {
    return undefined
  }
}
