// The scroll position of a survey's list, so that a reload, waking up and going back return to it. Only of the last survey, and
// only ids: kept outside the database because it is written while scrolling.

interface ListPlace {
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
    // A browser without storage starts at the beginning.
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

/** The next time the survey is opened, it opens at its first gap. */
export function forgetPlace(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
