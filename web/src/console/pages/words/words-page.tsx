// The words that people read: a page for each kind of them, with the way to the others.
import type { PageProps } from '../../../office/app/page-props.ts'
import { MessageWords } from './message-words.tsx'

export const WordsPage = (_: PageProps) => <MessageWords />
