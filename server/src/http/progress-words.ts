// How far a demo or a restore is, for a terminal: in English, with the words of the pages of the first start.
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import { sayProgress } from '@walkaround/web/set-up/progress.ts'

/** Lines of a terminal begin small. */
export function progressInEnglish(progress: SetUpProgress): string {
  const words = sayProgress('en', progress)
  return words.charAt(0).toLowerCase() + words.slice(1)
}
