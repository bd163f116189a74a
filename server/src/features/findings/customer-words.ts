// The words customers read where a template instructs the workshop: customer-words.<language>.json maps the template's words to
// theirs. Staff still see the template's own words.
import { customerTitle } from '@walkaround/contract/rules/customer-title.ts'
import { readTexts } from '../../outside/language-files.ts'

export interface CustomerWords {
  /** Of a question, without the instructions in brackets. */
  title(text: string): string
  answer(text: string): string
}

export function customerWordsIn(language: string, folder?: URL): CustomerWords {
  const words = readTexts<Readonly<Record<string, string>>>('customer-words', language, folder)
  return {
    title: (text) => words[text] ?? customerTitle(text),
    answer: (text) => words[text] ?? text,
  }
}
