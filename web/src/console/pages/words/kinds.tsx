// The way between the kinds of words, and the language that they are shown in.
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { Choice } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'

const kinds = ['messages', 'reasons', 'phrases', 'ownerTexts'] as const
type KindOfWords = (typeof kinds)[number]

/** As the address says it. */
const keys = { reasons: 'reasons', phrases: 'phrases', ownerTexts: 'owner-page' }

export function KindsOfWords({ now }: { now: KindOfWords }) {
  const { t } = useWords()
  return (
    <nav className="words-kinds" aria-label={t('words.kinds')}>
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={kind === 'messages' ? { page: 'words' } : { page: 'words', key: keys[kind] }}
          aria-current={kind === now ? 'page' : undefined}
        >
          {t(`words.kind.${kind}`)}
        </Link>
      ))}
    </nav>
  )
}

/** As the address says; otherwise that of the client. */
export function useTextLanguage(): Language {
  const { client } = useSignedIn()
  const [query] = useQuery()
  const wanted = [query.in, client.language].find((one) => languages.some((known) => known === one))
  return (wanted ?? 'en') as Language
}

export function LanguageChoice({ language }: { language: Language }) {
  const { t } = useWords()
  const [, ask] = useQuery()
  return (
    <Choice
      label={t('words.language')}
      options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      value={language}
      onChoose={(value) => ask({ in: value })}
    />
  )
}
