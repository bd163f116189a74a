// Shown in place of the workshop app where it was not built: what is missing and the command that makes it.
import { renderCode } from './code-block.ts'
import { html } from './html.ts'
import type { Language } from './language.ts'
import { renderPage } from './layout.ts'
import { textsOf } from './texts/pick-texts.ts'

export function renderNotBuilt(root: string, language: Language): string {
  const texts = textsOf(language).workshop
  return renderPage({
    language,
    title: texts.notBuilt,
    description: texts.notBuilt,
    root,
    body: html`<main id="main" class="page narrow">
<h1>${texts.notBuilt}</h1>
<p class="lead">${texts.notBuiltWhat}</p>
${renderCode('npm start')}
</main>`,
  })
}
