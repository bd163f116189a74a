// Says that there are no texts in the customer's own language.
import { useWords } from '../app/words.tsx'

/** `tag`: as the DMS sent it. */
export function Untranslated({ tag }: { tag: string | undefined }) {
  const { t, language } = useWords()
  if (tag === undefined) return null
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  return <p className="soft">{t('send.noTexts', { language: name })}</p>
}
