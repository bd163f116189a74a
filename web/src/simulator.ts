// The page of the DMS simulator: choose a scenario, play it, and see each request, its reply and what changed. simulator.js plays.
import { fill, type Language } from '@walkaround/contract/rules/texts.ts'
import { renderCode } from './code-block.ts'
import { type Html, html } from './html.ts'
import { renderPage } from './layout.ts'
import { renderInline } from './markdown.ts'
import { type Texts, textsOf } from './texts/texts.ts'

interface ShownScenario {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly steps: number
}

export type SimulatorModel = {
  readonly language: Language
  readonly version: string
  readonly scenarios: readonly ShownScenario[]
  /** Proposed for orders in a sandbox of one's own. */
  readonly dealerCode: string
  /** The demo lends a key, so nobody needs one of their own. */
  readonly hasDemo: boolean
  /** The scenario that a person chose on another page: it is played at once. */
  readonly begins?: string | undefined
}

/** Milliseconds before each step. */
const pauses = [0, 500, 2000] as const

export function renderSimulator(model: SimulatorModel): string {
  const { language, begins } = model
  const texts = textsOf(language).simulator
  return renderPage({
    language,
    title: texts.title,
    description: texts.description,
    path: '/simulator',
    version: model.version,
    styles: ['simulator.css'],
    scripts: ['simulator.js'],
    body: html`<main id="main" class="page sim" data-texts="${JSON.stringify(texts.live)}"${begins !== undefined && html` data-begins="${begins}"`}>
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<noscript><p class="note">${texts.noScript}</p></noscript>
<form class="sim-form" novalidate>
<fieldset class="sim-scenarios"><legend>${texts.choose}</legend>
${model.scenarios.map((scenario, index) => renderScenario(scenario, texts, begins === undefined ? index === 0 : begins === scenario.id))}</fieldset>
${renderAccess(texts, model)}
<div class="sim-controls"><label>${texts.pause} <select name="pause">${pauses.map((ms, index) => html`<option value="${ms}">${texts.pauses[index]}</option>`)}</select></label>
<button class="button" type="submit">${texts.play}</button></div>
<p class="sim-problem" role="alert"></p>
</form>
<section class="sim-play" hidden aria-labelledby="sim-title">
<div class="sim-bar"><div><h2 id="sim-title"></h2><button class="button quiet" type="button" data-stop hidden>${texts.stop}</button></div><progress max="1" value="0" aria-labelledby="sim-title"></progress><p class="sim-now"></p></div>
<p class="unseen" role="status"></p>
<ol class="sim-chapters"></ol>
<p class="sim-end" hidden></p>
</section>
${renderTerminal(texts, language)}
</main>`,
  })
}

function renderScenario({ id, title, about, steps }: ShownScenario, texts: Words, isChosen: boolean): Html {
  return html`<label class="sim-scenario"><input type="radio" name="scenario" value="${id}"${isChosen && html` checked`}>
<span><b>${title}</b> <span class="sim-count">${fill(texts.steps, { count: String(steps) })}</span><span class="sim-about">${about}</span></span></label>
`
}

type Words = Texts['simulator']

/** With a demo, a key of one's own is for those who look for it. */
function renderAccess(texts: Words, { hasDemo, dealerCode }: SimulatorModel): Html {
  const fields = html`<div class="sim-field"><label for="sim-key">${texts.key}</label><input id="sim-key" name="key" type="password" autocomplete="off" spellcheck="false" maxlength="50">
<p class="hint">${renderInline(texts.keyHint)}</p></div>
<div class="sim-field"><label for="sim-dealer">${texts.dealerCode}</label><input id="sim-dealer" name="dealerCode" maxlength="128" value="${dealerCode}" spellcheck="false">
<p class="hint">${texts.dealerHint}</p></div>`
  if (!hasDemo) return html`<div class="sim-access"><p>${renderInline(texts.keyLead)}</p>${fields}</div>`
  return html`<p class="hint">${texts.demoLead}</p>
<details class="sim-access"><summary>${texts.ownSandbox}</summary>${fields}</details>`
}

const renderTerminal = (
  texts: Words,
  language: Language,
): Html => html`<section class="band" aria-labelledby="terminal">
<h2 id="terminal">${texts.terminalTitle}</h2>
<p class="sub">${renderInline(texts.terminalLead)}</p>
${renderCode('npx walkaround key issue sandbox-dms --label simulator > key.txt\nnpx walkaround dms play normal-day --url https://localhost:8443/v1 --ca data/tls/walkaround-ca.crt --key-file key.txt')}
<p><a href="./docs/simulator?lang=${language}">${texts.guide}</a></p>
</section>`
