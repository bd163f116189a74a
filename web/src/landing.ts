// The landing page: what the service is, what it offers to whom today, a walk through the demo, and the way to a first survey. It
// only describes what exists.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { renderCode } from './code-block.ts'
import { walkDrawing } from './drawings.ts'
import { type Html, html } from './html.ts'
import { pageHref, renderPage, webHref } from './layout.ts'
import { renderInline } from './markdown.ts'
import { type Texts, textsOf } from './texts/texts.ts'

export type LandingModel = {
  readonly version: string
  readonly demo: boolean
  readonly baseUrl: string
  readonly language: Language
  readonly ready: boolean
  /** False if the operator provided a certificate; then `curl` needs no authority file. */
  readonly caAvailable?: boolean
}

export function renderLanding(model: LandingModel): string {
  const texts = textsOf(model.language).landing
  const base = webHref(model.baseUrl)
  return renderPage({
    language: model.language,
    title: texts.title,
    description: texts.description,
    path: '/',
    version: model.version,
    body: html`<main id="main" class="page">
<section class="hero">
<div class="hero-words">
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<p class="actions"><a class="button" href="./workshop/?lang=${model.language}">${texts.openWorkshop}</a>
${model.demo && html`<a class="button quiet" href="#demo">${texts.demoOpen}</a>\n<button class="button quiet" type="submit" form="play-day">${texts.playDay}</button>\n`}<a class="button quiet" href="${pageHref('/reference', model.language)}">${texts.openReference}</a>
<a class="button quiet" href="${pageHref('/docs', model.language)}">${texts.openDocs}</a></p>
${model.demo && renderPlay(model.language)}<ul class="facts">
<li class="${model.ready ? 'fact good' : 'fact bad'}"><a href="./readyz">${model.ready ? texts.ready : texts.notReady}</a></li>
<li class="fact">${texts.version} ${model.version}</li>
${model.demo && html`<li class="fact">${texts.demo}</li>`}
</ul>
</div>
<figure class="hero-drawing" role="img" aria-label="${texts.drawing}">${walkDrawing}</figure>
</section>
${renderTiles(texts)}
${model.demo && renderDemo(texts, model.language)}
${model.demo ? renderWalk(texts, base, model.caAvailable !== false) : renderKeyHint(texts)}
${renderAddresses(texts, base, model.language)}
</main>`,
  })
}

/** A form, since it sets something off: a link could be opened by a machine. The button stands among the others. */
const renderPlay = (language: Language): Html =>
  html`<form id="play-day" method="post" action="./simulator?play=normal-day&amp;lang=${language}"></form>\n`

function renderTiles(texts: Texts['landing']): Html {
  return html`<section class="band" aria-labelledby="people">
<h2 id="people">${texts.tilesTitle}</h2>
<p class="sub">${texts.tilesLead}</p>
<ol class="tiles">${texts.tiles.map(
    (tile) => html`<li class="tile">
<h3>${tile.who}</h3>
<dl><dt class="now">${texts.today}</dt><dd>${renderInline(tile.today)}</dd>
<dt>${texts.notYet}</dt><dd>${renderInline(tile.notYet)}</dd></dl>
</li>`,
  )}</ol>
</section>`
}

/** Where the steps of the demo start; the steps between continue from there. */
const demoScreens = ['', undefined, undefined, 'outbox', 'callbacks'] as const

function renderDemo(texts: Texts['landing'], language: Language): Html {
  return html`<section class="band" aria-labelledby="demo">
<h2 id="demo">${texts.demoTitle}</h2>
<p class="sub">${renderInline(texts.demoLead)}</p>
<ol class="steps demo">${texts.demoSteps.map(({ what, who, how, link }, index) => {
    const screen = demoScreens[index]
    return html`<li><h3>${what} <span class="role">${who}</span></h3>
<div><p>${renderInline(how)}</p>
${screen !== undefined && link && html`<p><a href="./workshop/${screen}?lang=${language}">${link}</a></p>`}</div></li>`
  })}</ol>
</section>`
}

function renderWalk(texts: Texts['landing'], base: string, ownAuthority: boolean): Html {
  const curl = ownAuthority ? 'curl --cacert walkaround-ca.crt' : 'curl'
  const root = `${base}/v1/system-clients/demo`
  const key = '-H "X-API-KEY: $WALKAROUND_KEY"'
  const order = `{
    "externalBranchId": "DE1001",
    "description": "Annual service",
    "customer": { "category": "person", "firstName": "Ada", "lastName": "Berg" },
    "vehicle": { "numberPlate": "WA 100", "recordedMileage": 48200, "mileageUnit": "km" }
  }`
  const steps: readonly (readonly [string, string])[] = [
    [texts.walkKey, `npx walkaround key issue demo-dms --label "first call"\nexport WALKAROUND_KEY=…`],
    ...(ownAuthority ? [[texts.walkCa, `curl --insecure ${base}/ca.crt -o walkaround-ca.crt`] as const] : []),
    [
      texts.walkOrder,
      `${curl} -i -X PUT ${root}/service-orders/FIRST-1 \\\n  ${key} -H 'Content-Type: application/json' \\\n  -d '${order}'`,
    ],
    [texts.walkSurveys, `${curl} ${root}/service-orders/FIRST-1/surveys \\\n  ${key}`],
    [texts.walkSurvey, `${curl} ${root}/surveys/SURVEY-ID \\\n  ${key}`],
  ]
  return html`<section class="band" aria-labelledby="walk">
<h2 id="walk">${texts.walkTitle}</h2>
<p class="sub">${texts.walkLead}</p>
<ol class="steps">${steps.map(([why, command]) => html`<li><p>${renderInline(why)}</p>${renderCode(command)}</li>`)}</ol>
</section>`
}

function renderKeyHint(texts: Texts['landing']): Html {
  return html`<section class="band" aria-labelledby="key">
<h2 id="key">${texts.keyTitle}</h2>
<p class="sub">${texts.keyLead}</p>
${renderCode('npx walkaround key issue LOGIN --label "DMS of the main branch"')}
</section>`
}

function renderAddresses(texts: Texts['landing'], base: string, language: Language): Html {
  const rows: readonly (readonly [string, string, string])[] = [
    [pageHref('/docs', language), '/docs', texts.addresses.docs],
    [pageHref('/reference', language), '/reference', texts.addresses.reference],
    [pageHref('/simulator', language), '/simulator', texts.addresses.simulator],
    // The plain loopback page does not serve the interface, so its address is always the configured one (H1).
    [`${base}/v1/openapi.json`, '/v1/openapi.json', texts.addresses.openapi],
    [pageHref('/trust', language), '/trust', texts.addresses.trust],
    ['./healthz', '/healthz', texts.addresses.healthz],
    ['./readyz', '/readyz', texts.addresses.readyz],
  ]
  return html`<section class="band" aria-labelledby="addresses">
<h2 id="addresses">${texts.addressesTitle}</h2>
<p class="sub">${renderInline(fill(texts.addressesLead, { baseUrl: base }))}</p>
<ul class="addresses">${rows.map(
    ([href, label, what]) => html`<li><a href="${href}"><code>${label}</code></a><span>${what}</span></li>`,
  )}</ul>
</section>`
}
