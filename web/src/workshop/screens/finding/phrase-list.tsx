// Phrases to tap. One that belongs to another finding shows its sign: it gives that colour.
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'
import { hasPhrase, type Phrase } from './phrases.ts'

export function PhraseList(props: {
  phrases: readonly Phrase[]
  comment: string
  onTap: (phrase: Phrase) => void
}) {
  const { t } = useWords()
  if (props.phrases.length === 0) return null
  return (
    <ul className="phrases" aria-label={t('finding.phrases')}>
      {props.phrases.map((phrase) => (
        <li key={phrase.text}>
          <button
            type="button"
            className={`phrase ${phrase.status ?? ''}`}
            aria-pressed={hasPhrase(props.comment, phrase.text)}
            onClick={() => props.onTap(phrase)}
          >
            {phrase.status && (
              <>
                <Icon name={statusIcons[phrase.status]} size={20} />
                <span className="unseen">{t(`status.${phrase.status}`)}: </span>
              </>
            )}
            <span>{phrase.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
