// What a dealership says in its own words, where the service has none: a paragraph with the lines as they were written.
import type { ExtraOwnerText, SaidOwnerTexts } from '@walkaround/contract/rules/owner-texts.ts'
import { type Child, html, joined } from '../html.ts'

export function renderOwnText(
  { own }: { readonly own?: SaidOwnerTexts | undefined },
  name: ExtraOwnerText,
  look: string,
): Child {
  const said = own?.[name]
  if (!said) return false
  return html`<p class="${look}"${said.language && html` lang="${said.language}"`}>${joined(said.text.split('\n'), html`<br>`)}</p>`
}
