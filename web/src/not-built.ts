// Shown instead of a bundle if it was not built: what is missing and the command that builds it.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { renderCode } from './code-block.ts'
import { html } from './html.ts'
import { renderPage } from './layout.ts'
import type { OfficeBundle } from './office-files.ts'
import { textsOf } from './texts/texts.ts'

export function renderNotBuilt(root: string, language: Language, bundle: 'workshop' | OfficeBundle): string {
  const texts = textsOf(language)[bundle]
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
