// The addresses of the app: every screen as a value, there and back. Knows no component.
// Relative to the app's own folder, wherever a proxy has put it.

export type Route =
  | { readonly screen: 'board' }
  | { readonly screen: 'leads' }
  | { readonly screen: 'new' }
  | { readonly screen: 'sync' }
  | { readonly screen: 'settings' }
  | { readonly screen: 'outbox' }
  | { readonly screen: 'callbacks' }
  /** The checklist. */
  | { readonly screen: 'survey'; readonly surveyId: string }
  | { readonly screen: 'finding'; readonly surveyId: string; readonly questionId: string }
  | { readonly screen: SurveyScreen; readonly surveyId: string }
  | { readonly screen: 'lost' }

/** Screens of one survey beside its checklist, by the word in the address. */
export const surveyScreens = ['damage', 'video', 'finish', 'quotes', 'handover', 'send'] as const
export type SurveyScreen = (typeof surveyScreens)[number]
export type ScreenName = Route['screen']

const plain = ['leads', 'new', 'sync', 'settings', 'outbox', 'callbacks'] as const
const isPlain = (word: string): word is (typeof plain)[number] => (plain as readonly string[]).includes(word)
const isOfSurvey = (word: string): word is SurveyScreen => (surveyScreens as readonly string[]).includes(word)

/** Without a leading slash. */
export function toPath(route: Route): string {
  switch (route.screen) {
    case 'board':
    case 'lost':
      return ''
    case 'survey':
      return `surveys/${encodeURIComponent(route.surveyId)}`
    case 'finding':
      return `surveys/${encodeURIComponent(route.surveyId)}/questions/${encodeURIComponent(route.questionId)}`
    case 'leads':
    case 'new':
    case 'sync':
    case 'settings':
    case 'outbox':
    case 'callbacks':
      return route.screen
    default:
      return `surveys/${encodeURIComponent(route.surveyId)}/${route.screen}`
  }
}

export function toRoute(path: string): Route {
  const words = path.split('/').filter((word) => word !== '')
  let decoded: string[]
  try {
    decoded = words.map(decodeURIComponent)
  } catch {
    return { screen: 'lost' }
  }
  const [first, surveyId, third, questionId] = decoded
  if (first === undefined) return { screen: 'board' }
  if (decoded.length === 1 && isPlain(first)) return { screen: first }
  if (first !== 'surveys' || surveyId === undefined) return { screen: 'lost' }
  if (third === undefined) return { screen: 'survey', surveyId }
  if (third === 'questions' && questionId !== undefined) return { screen: 'finding', surveyId, questionId }
  if (isOfSurvey(third)) return { screen: third, surveyId }
  return { screen: 'lost' }
}
