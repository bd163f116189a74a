// A damage mark in one line: its number and its kind.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { useWords } from '../../app/words.tsx'

export function useMarkWords(): (mark: DamageMark) => string {
  const { t, language } = useWords()
  return ({ number, kind }) =>
    `${t('damage.mark', { n: number ?? '' })} · ${sharedWords[language].kinds[kind]}`
}
