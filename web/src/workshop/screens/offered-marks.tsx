// What a package that cannot be chosen again says, in the checklist and among the quotes: that it is chosen, or which offer covers it.
import { useWords } from '../app/words.tsx'
import type { OfferedWork } from '../store/works.ts'
import { Icon } from '../ui/icons.tsx'

/** For people who may only read: as a sign and as a word. */
export function Chosen() {
  const { t } = useWords()
  return (
    <>
      <Icon name="check" />
      <span className="unseen">{t('finding.chosen')}</span>
    </>
  )
}

/** Cannot be selected again: shows which offer has it, and where. */
export function Covered({ covering }: { covering: OfferedWork }) {
  const { t } = useWords()
  return (
    <p className="covered">
      <Icon name="check" />
      <span>{t('quotes.covered', { offer: covering.name, at: covering.at })}</span>
    </p>
  )
}
