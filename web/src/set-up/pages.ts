// The pages of the first start. They work without a script; what was typed in other steps goes along in hidden fields.
import { currencies } from '@walkaround/contract/currencies.ts'
import { fill, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import {
  branchField,
  codeField,
  type SetUpDraft,
  type SetUpState,
  type SetUpStep,
  setUpLimits,
  setUpMoves,
  setUpSteps,
  siteField,
} from '@walkaround/contract/set-up-page.ts'
import { type Child, type Html, html } from '../html.ts'
import { renderHidden, renderInput, renderSelect } from './fields.ts'
import { belowOf, renderSetUpFrame, rootOf, type SetUpTexts, type SetUpView, setUpTexts } from './frame.ts'

export { setUpSecurityPolicy } from './frame.ts'

export function renderSetUp(view: SetUpView, state: SetUpState): string {
  const texts = setUpTexts[view.language]
  switch (state.state) {
    case 'unknown':
    case 'tooMany':
      return renderNotice(view, texts[state.state])
    case 'over':
      return renderNotice(view, texts.over, renderWays(view, texts))
    case 'choose':
      return renderChoice(view, texts, state.draft)
    case 'done':
      return renderDone(view, texts, state)
    default:
      return renderStep(view, texts, state)
  }
}

function renderNotice(
  view: SetUpView,
  { title, text }: { title: string; text: string },
  more?: Html,
): string {
  return renderSetUpFrame(view, {
    title,
    hasLanguages: view.place.depth === 0,
    body: html`<section class="card"><h1>${title}</h1><p class="lead">${text}</p>
${more}</section>`,
  })
}

const renderWays = (view: SetUpView, texts: SetUpTexts): Html =>
  html`<p class="buttons"><a class="main" href="${rootOf(view)}admin/?lang=${view.language}">${texts.toConsole}</a>
<a class="second" href="${rootOf(view)}workshop/?lang=${view.language}">${texts.toApp}</a></p>`

function renderChoice(view: SetUpView, texts: SetUpTexts, draft: SetUpDraft | undefined): string {
  const { title, lead, own } = texts.choose
  return renderSetUpFrame(view, {
    title,
    hasLanguages: view.place.depth === 0,
    body: html`<section class="card"><h1>${title}</h1><p class="lead">${lead}</p></section>
<section class="card"><h2>${own.title}</h2><p>${own.text}</p>
<form method="post" action="${belowOf(view, 'own')}">${draft && renderCarried(draft)}<button type="submit" class="main">${own.button}</button></form></section>`,
  })
}

type StepState = Extract<SetUpState, { state: SetUpStep }>

function renderStep(view: SetUpView, texts: SetUpTexts, given: StepState): string {
  const { state, draft, refusals = {}, isBusy } = given
  const position = setUpSteps.indexOf(state)
  const { title, lead } = texts.steps[state]
  const words = (field: string): string | undefined => {
    const refused = refusals[field]
    return refused && texts.refused[refused]
  }
  const isRefused = Object.keys(refusals).length > 0
  return renderSetUpFrame(view, {
    title: isRefused ? `${texts.wrong} · ${title}` : title,
    body: html`<form method="post" action="${belowOf(view, 'own')}" class="card">
<button type="submit" name="go" value="${setUpMoves.next}" class="unseen" tabindex="-1" aria-hidden="true"></button>
<p class="step">${fill(texts.step, { step: position + 1, steps: setUpSteps.length })}</p>
<h1>${title}</h1><p class="lead">${lead}</p>
${isRefused && html`<p class="refused" role="alert">${texts.wrong}</p>`}
${isBusy && html`<p class="refused" role="alert">${texts.busy}</p>`}
${renderHidden('at', state)}${renderCarried(draft, state)}
${fieldsOf[state](texts, draft, words)}
<p class="buttons"><button type="submit" name="go" value="${setUpMoves.next}" class="main">${state === setUpSteps.at(-1) ? texts.finish : texts.next}</button>
<button type="submit" name="go" value="${setUpMoves.back}" class="second" formnovalidate>${texts.back}</button></p>
</form>`,
  })
}

type Refused = (field: string) => string | undefined

const fieldsOf: Readonly<
  Record<SetUpStep, (texts: SetUpTexts, draft: SetUpDraft, refused: Refused) => Child>
> = {
  client: ({ fields }, draft, refused) => [
    renderInput({
      name: 'name',
      label: fields.name,
      hint: fields.nameHint,
      value: draft.name,
      refused: refused('name'),
      isNeeded: true,
      autocomplete: 'organization',
    }),
    renderInput({
      name: 'id',
      label: fields.id,
      hint: fields.idHint,
      value: draft.id,
      refused: refused('id'),
      longest: 64,
    }),
    renderSelect({
      name: 'timeZone',
      label: fields.timeZone,
      hint: fields.timeZoneHint,
      value: draft.timeZone,
      refused: refused('timeZone'),
      options: zonesWith(draft.timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')]),
      isZone: true,
    }),
    renderSelect({
      name: 'language',
      label: fields.language,
      hint: fields.languageHint,
      value: draft.language,
      options: languages.map((one) => [one, languageNames[one]]),
    }),
    renderSelect({
      name: 'currency',
      label: fields.currency,
      value: draft.currency,
      refused: refused('currency'),
      options: [...currencies.keys()].sort().map((code) => [code, code]),
    }),
  ],
  sites: (texts, { sites }, refused) => [
    ...sites.map((site, at) => renderSite(texts, site, at, refused)),
    sites.length < setUpLimits.sites &&
      html`<p><button type="submit" name="go" value="${setUpMoves.site}" class="second" formnovalidate>${texts.fields.anotherSite}</button></p>`,
  ],
  admin: ({ fields }, draft, refused) => [
    renderInput({
      name: 'person',
      label: fields.person,
      value: draft.person,
      refused: refused('person'),
      isNeeded: true,
      autocomplete: 'name',
    }),
    renderInput({
      name: 'login',
      label: fields.login,
      hint: fields.loginHint,
      value: draft.login,
      refused: refused('login'),
      isNeeded: true,
      autocomplete: 'username',
      longest: 128,
    }),
    renderInput({
      name: 'password',
      label: fields.password,
      hint: fields.passwordHint,
      type: 'password',
      value: '',
      refused: refused('password'),
      isNeeded: true,
      autocomplete: 'new-password',
      longest: 1000,
    }),
    renderInput({
      name: 'again',
      label: fields.again,
      type: 'password',
      value: '',
      refused: refused('again'),
      isNeeded: true,
      autocomplete: 'new-password',
      longest: 1000,
    }),
  ],
}

function renderSite(
  { fields }: SetUpTexts,
  { name, branches }: SetUpDraft['sites'][number],
  at: number,
  refused: Refused,
): Html {
  return html`<fieldset class="site"><legend>${fill(fields.siteNumber, { number: at + 1 })}</legend>
${renderInput({
  name: siteField(at),
  label: fields.site,
  hint: at === 0 ? fields.siteHint : fields.moreSitesHint,
  value: name,
  refused: refused(siteField(at)),
  isNeeded: at === 0,
})}
${branches.map(
  (branch, row) => html`<div class="row">
${renderInput({
  name: codeField(at, row),
  label: branches.length > 1 ? fill(fields.codeNumber, { number: row + 1 }) : fields.code,
  hint: row === 0 ? fields.codeHint : undefined,
  value: branch.code,
  refused: refused(codeField(at, row)),
  longest: 128,
})}
${renderInput({
  name: branchField(at, row),
  label: branches.length > 1 ? fill(fields.branchNumber, { number: row + 1 }) : fields.branch,
  hint: row === 0 ? fields.branchHint : undefined,
  value: branch.name,
  refused: refused(branchField(at, row)),
})}</div>`,
)}
${branches.length < setUpLimits.branches && html`<p><button type="submit" name="go" value="${setUpMoves.branch(at)}" class="second" formnovalidate>${fill(fields.anotherBranch, { number: at + 1 })}</button></p>`}
</fieldset>`
}

/** Those that the database of zones of this machine has, and the chosen one. */
function zonesWith(chosen: string): string[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (chosen !== '') zones.add(chosen)
  return [...zones].sort()
}

/** Everything but what the step itself asks for. */
function renderCarried(draft: SetUpDraft, step?: SetUpStep): Child {
  return [
    step !== 'client' &&
      (['name', 'id', 'timeZone', 'language', 'currency'] as const).map((field) =>
        renderHidden(field, draft[field]),
      ),
    step !== 'sites' &&
      draft.sites.map(({ name, branches }, at) => [
        renderHidden(siteField(at), name),
        branches.map((branch, row) => [
          renderHidden(codeField(at, row), branch.code),
          renderHidden(branchField(at, row), branch.name),
        ]),
      ]),
    step !== 'admin' && [renderHidden('login', draft.login), renderHidden('person', draft.person)],
  ]
}

function renderDone(
  view: SetUpView,
  texts: SetUpTexts,
  { login, client, hasAuthority }: Extract<SetUpState, { state: 'done' }>,
): string {
  const { title, text, next, people, look, key, mail, tablet, trust, toTrust } = texts.done
  return renderSetUpFrame(view, {
    title,
    body: html`<section class="card"><h1>${title}</h1><p class="lead">${fill(text, { client, login })}</p>
${renderWays(view, texts)}
<h2>${next}</h2><ul class="open">${[people, look, key, mail, tablet].map((one) => html`<li>${one}</li>`)}</ul>
${hasAuthority && html`<h2>${toTrust}</h2><p>${trust}</p><p><a class="second" href="${rootOf(view)}trust?lang=${view.language}">${toTrust}</a></p>`}
</section>`,
  })
}
