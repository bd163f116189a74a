// Components that need the words and styles which only the screens behind the inspection have.
import { loadStyle } from '../app/late-styles.ts'
import { loadMoreTexts } from '../texts/load-texts.ts'
import { type Late, late, type Shown } from './late.tsx'

/** With the words and styles that only the screens behind the inspection have. `otherwise` is shown if they cannot be loaded. */
export const lateWithMore = <P extends object>(
  find: () => Promise<Shown<P>>,
  otherwise?: Shown<P>,
): Late<P> =>
  late(async () => {
    try {
      const all = [find(), loadMoreTexts(), loadStyle('checklist'), loadStyle('more')] as const
      return (await Promise.all(all))[0]
    } catch (error) {
      if (otherwise) return otherwise
      throw error
    }
  })
