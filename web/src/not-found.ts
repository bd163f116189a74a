// The page for an unknown address. It shows the path, so everything in the path counts as hostile.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { html } from './html.ts'
import { pageHref, renderPage } from './layout.ts'
import { renderInline } from './markdown.ts'
import { textsOf } from './texts/texts.ts'

export type NotFoundModel = { readonly language: Language; readonly path: string }

const shownPathLength = 200
/** Deeper than any of our addresses. */
const mostFolders = 20

export function renderNotFound(model: NotFoundModel): string {
  const { notFound, site } = textsOf(model.language)
  const path = model.path.length > shownPathLength ? `${model.path.slice(0, shownPathLength)}…` : model.path
  // The path is inserted as a value, not filled into the text: a backtick in it must not end the code span.
  const [before = '', after = ''] = notFound.lead.split('`{path}`')
  // One step up per folder of the requested address; a path of many slashes must not make the page longer.
  const folders = Math.max(0, model.path.split('/').length - 2)
  const root = folders > mostFolders ? '/' : '../'.repeat(folders) || './'
  return renderPage({
    language: model.language,
    root,
    title: notFound.title,
    description: notFound.title,
    body: html`<main id="main" class="page narrow">
<h1>${notFound.title}</h1>
<p class="lead">${before}<code>${path}</code>${after}</p>
<p>${renderInline(notFound.detail)}</p>
<p class="actions"><a class="button" href="${pageHref('/', model.language, root)}">${site.overview}</a>
<a class="button quiet" href="${pageHref('/reference', model.language, root)}">${site.reference}</a></p>
</main>`,
  })
}
