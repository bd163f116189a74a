// The words that people read: a page for each kind of them, with the way to the others.
import type { PageProps } from '../../../office/app/page-props.ts'
import { MessageWords } from './message-words.tsx'
import { OwnerTextsPage } from './owner-texts-page.tsx'
import { PhrasesPage } from './phrases-page.tsx'
import { ReasonsPage } from './reasons-page.tsx'

/** By the last part of the address. */
const pages = { reasons: ReasonsPage, phrases: PhrasesPage, 'owner-page': OwnerTextsPage }

export const WordsPage = ({ place: { key = '' } }: PageProps) => {
  const Shown = Object.hasOwn(pages, key) ? pages[key as keyof typeof pages] : MessageWords
  return <Shown key={key} />
}
