// The page for an address that has none. The path is shown back, so everything in it counts as hostile.
import { html } from './html.ts'
import type { Language } from './language.ts'
import { pageHref, renderPage } from './layout.ts'
import { renderInline } from './markdown.ts'
import { textsOf } from './texts/pick-texts.ts'

export type NotFoundModel = { readonly language: Language; readonly path: string }

const shownPathLength = 200
/** Deeper than any address of ours. */
const mostFolders = 20

export function renderNotFound(model: NotFoundModel): string {
  const { notFound, site } = textsOf(model.language)
  const path = model.path.length > shownPathLength ? `${model.path.slice(0, shownPathLength)}…` : model.path
  // The path is put in as a value, not filled into the text: a backtick in it must not end the code span.
  const [before = '', after = ''] = notFound.lead.split('`{path}`')
  // One step up per folder of the address that was asked for; a path of slashes must not be answered with a longer page.
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
