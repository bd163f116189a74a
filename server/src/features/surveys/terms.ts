// What the parties agree to on a form: agreements.<language>.json, with the name of the dealership in it.
import type { ActTerm } from '@walkaround/contract/app/acts.ts'
import { readTexts } from '../../outside/language-files.ts'

/** None when neither the language nor English says anything. */
export function listTerms(form: string, language: string, dealership: string, folder?: URL): ActTerm[] {
  const clauses = readTexts<Readonly<Record<string, readonly ActTerm[]>>>('agreements', language, folder)
  return (clauses[form] ?? []).map(({ title, text }) => ({
    title,
    text: text.replaceAll('{dealership}', dealership),
  }))
}
