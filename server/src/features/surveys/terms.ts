// The terms on a form: agreements.<language>.json, with the name of the dealership in them.
import type { ActTerm } from '@walkaround/contract/app/acts.ts'
import { readTexts } from '../../outside/language-files.ts'

/** Empty if neither the language nor English has any. */
export function listTerms(form: string, language: string, dealership: string, folder?: URL): ActTerm[] {
  const clauses = readTexts<Readonly<Record<string, readonly ActTerm[]>>>('agreements', language, folder)
  return (clauses[form] ?? []).map(({ title, text }) => ({
    title,
    text: text.replaceAll('{dealership}', dealership),
  }))
}
