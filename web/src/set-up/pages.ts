// The pages of the first start. They work without a script; what was typed in other steps goes along in hidden fields.
import { currencies } from '@walkaround/contract/currencies.ts'
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { fill, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import {
  branchField,
  codeField,
  type SetUpCertificate,
  type SetUpDraft,
  type SetUpFailure,
  type SetUpState,
  type SetUpStep,
  type SetUpUploadRefusal,
  setUpLimits,
  setUpMoves,
  setUpStepCount,
  setUpSteps,
  siteField,
} from '@walkaround/contract/set-up-page.ts'
import { type Child, type Html, html } from '../html.ts'
import { renderArea, renderHidden, renderInput, renderSelect } from './fields.ts'
import { belowOf, homeOf, renderSetUpFrame, rootOf, type SetUpView } from './frame.ts'
import { renderMail, renderMailWorks } from './mail.ts'
import { sayProgress } from './progress.ts'
import { type SetUpTexts, setUpTexts } from './texts.ts'

export { assets } from '../assets.ts'
export { pickLanguage } from '../language.ts'
export { contentSecurityPolicy as setUpSecurityPolicy } from '../layout.ts'

export function renderSetUp(view: SetUpView, state: SetUpState): string {
  const texts = setUpTexts[view.language]
  switch (state.state) {
    case 'unknown':
    case 'tooMany':
      return renderNotice(view, texts[state.state])
    case 'over':
      return renderNotice(view, texts.over, renderWays(view, texts))
    case 'choose':
      return renderChoice(view, texts, state)
    case 'certificate':
      return renderCertificate(view, texts, state)
    case 'certificateUsed':
      return renderCertificateUsed(view, texts, state)
    case 'working':
      return renderWorking(view, texts, state)
    case 'demoDone':
      return renderDemo(view, texts, state)
    case 'restored':
      return renderRestored(view, texts, state)
    case 'mail':
      return renderMail(view, texts, state)
    case 'mailWorks':
      return renderMailWorks(view, texts, state)
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

type StateOf<Kind extends SetUpState['state']> = Extract<SetUpState, { state: Kind }>

function renderChoice(
  view: SetUpView,
  texts: SetUpTexts,
  { draft, others, failure, refused, certificate }: StateOf<'choose'>,
): string {
  const { title, lead, own, demo } = texts.choose
  return renderSetUpFrame(view, {
    title,
    hasLanguages: view.place.depth === 0,
    body: html`<section class="card"><h1>${title}</h1><p class="lead">${lead}</p>
${failure && renderFailure(texts, failure)}</section>
<section class="card"><h2>${own.title}</h2><p>${own.text}</p>
<form method="post" action="${belowOf(view, 'own')}">${draft && renderCarried(draft)}<button type="submit" class="main">${own.button}</button></form></section>
${
  others &&
  html`<section class="card"><h2>${demo.title}</h2><p>${demo.text}</p>
${
  others.isDemoHidden
    ? html`<p class="hint">${demo.hidden}</p>`
    : html`<form method="post" action="${belowOf(view, 'demo')}"><button type="submit" class="second">${demo.button}</button></form>`
}</section>
${renderUpload(view, texts, refused)}`
}${certificate && renderCertificateCard(view, texts, certificate)}`,
  })
}

const certificateWords = ({ certificate }: SetUpTexts, now: SetUpCertificate): string =>
  fill(now.isOwn ? certificate.own : certificate.local, { names: now.names.join(', ') })

const renderCertificateCard = (view: SetUpView, texts: SetUpTexts, now: SetUpCertificate): Html => {
  const { certificate } = texts
  return html`<section class="card"><h2>${certificate.title}</h2>
<p>${certificateWords(texts, now)}</p>
<p><a class="second" href="${belowOf(view, 'certificate')}">${now.isOwn ? certificate.replace : certificate.open}</a></p></section>`
}

/** The key never comes back in a page. */
function renderCertificate(
  view: SetUpView,
  texts: SetUpTexts,
  { certificate, refused }: StateOf<'certificate'>,
): string {
  const { title, lead, cert, certHint, key, keyHint, use, refused: why } = texts.certificate
  return renderSetUpFrame(view, {
    title: refused ? `${texts.wrong} · ${title}` : title,
    hasLanguages: !refused,
    body: html`<form method="post" action="${belowOf(view, 'certificate')}" class="card">
<h1>${title}</h1><p class="lead">${lead}</p>
<p>${certificateWords(texts, certificate)}</p>
${refused && html`<div role="alert"><p class="refused">${why}</p><p class="code" lang="en">${refused}</p></div>`}
${renderArea({ name: 'cert', label: cert, hint: certHint, value: '', rows: 8, isNeeded: true })}
${renderArea({ name: 'key', label: key, hint: keyHint, value: '', rows: 8, isNeeded: true })}
<p class="buttons"><button type="submit" class="main">${use}</button>
<a class="second" href="${homeOf(view)}">${texts.back}</a></p>
</form>`,
  })
}

function renderCertificateUsed(
  view: SetUpView,
  texts: SetUpTexts,
  { names, warnings }: StateOf<'certificateUsed'>,
): string {
  const { usedTitle, used, warned } = texts.certificate
  return renderSetUpFrame(view, {
    title: usedTitle,
    body: html`<section class="card"><h1>${usedTitle}</h1><p class="lead">${fill(used, { names: names.join(', ') })}</p>
${warnings.length > 0 && html`<p class="refused">${warned}</p><ul lang="en">${warnings.map((one) => html`<li class="code">${one}</li>`)}</ul>`}
<p><a class="main" href="${homeOf(view)}">${texts.next}</a></p></section>`,
  })
}

const renderFailure = (texts: SetUpTexts, { kind, words }: SetUpFailure): Html =>
  html`<div role="alert"><p class="refused">${texts.failed[kind]}</p><p>${texts.failed.words}</p><p class="code" lang="en">${words}</p></div>`

function renderUpload(view: SetUpView, texts: SetUpTexts, refused: SetUpUploadRefusal | undefined): Html {
  const { title, text, file, fileHint, secret, secretHint, more, key, keyHint, withoutKey, button } =
    texts.choose.restore
  return html`<section class="card"><h2>${title}</h2><p>${text}</p>
${refused && html`<p class="refused" role="alert">${texts.refusedUpload[refused]}</p>`}
<form method="post" enctype="multipart/form-data" action="${belowOf(view, 'restore')}" data-sending="${texts.sending}">
<div class="field"><label for="file">${file}</label><input id="file" name="file" type="file" required aria-describedby="file-hint"><p id="file-hint" class="hint">${fileHint}</p></div>
${renderInput({ name: 'secret', label: secret, hint: secretHint, type: 'password', value: '', longest: 1000 })}
<details${refused === 'key' && html` open`}><summary>${more}</summary>
${renderInput({ name: 'key', label: key, hint: keyHint, type: 'password', value: '', longest: 1000 })}
<p class="tick"><input id="withoutKey" name="withoutKey" type="checkbox" value="yes"><label for="withoutKey">${withoutKey}</label></p></details>
<p><button type="submit" class="second">${button}</button></p>
<p class="hint" role="status" data-sent></p>
</form></section>`
}

function renderWorking(view: SetUpView, texts: SetUpTexts, { kind, progress }: StateOf<'working'>): string {
  const { title, text, lookAgain } = texts.working
  return renderSetUpFrame(view, {
    title: title[kind],
    body: html`<section class="card" data-waiting><h1>${title[kind]}</h1><p class="lead">${text}</p>
<p role="status" data-progress>${progress ? sayProgress(view.language, progress) : '…'}</p>
<p><a class="second" href="${homeOf(view)}">${lookAgain}</a></p></section>`,
  })
}

function renderDemo(view: SetUpView, texts: SetUpTexts, { key, logins }: StateOf<'demoDone'>): string {
  const { title, text, keyTitle, keyText, loginsTitle, login, password } = texts.demoDone
  return renderSetUpFrame(view, {
    title,
    hasLanguages: view.place.depth === 0,
    body: html`<section class="card"><h1>${title}</h1><p class="lead">${text}</p>
${renderWays(view, texts)}
<h2>${loginsTitle}</h2><table><thead><tr><th scope="col">${login}</th><th scope="col">${password}</th></tr></thead><tbody>${logins.map(
      (one) => html`<tr><th scope="row">${one.login}</th><td class="code">${one.password}</td></tr>`,
    )}</tbody></table>
<h2>${keyTitle}</h2><p>${keyText}</p><p class="code">${key}</p></section>`,
  })
}

function renderRestored(
  view: SetUpView,
  texts: SetUpTexts,
  { rows, createdAt, files, missing, isKeyMissing, certificate }: StateOf<'restored'>,
): string {
  const { title, text, files: withFiles, missing: lost, key, signIn } = texts.restored
  const { number, dateTime } = formatsOf(view.language, 'UTC', sharedWords[view.language])
  return renderSetUpFrame(view, {
    title,
    hasLanguages: view.place.depth === 0,
    body: html`<section class="card"><h1>${title}</h1>
<p class="lead">${fill(text, { rows: number(rows), time: dateTime(createdAt) })}</p>
${files > 0 && html`<p>${fill(withFiles, { files: number(files) })}</p>`}
${missing > 0 && html`<p class="refused">${fill(lost, { files: number(missing) })}</p>`}
${isKeyMissing && html`<p class="refused">${key}</p>`}
${certificate && html`<p>${certificateWords(texts, certificate)}</p>`}
<p>${signIn}</p>${renderWays(view, texts)}</section>`,
  })
}

type StepState = StateOf<SetUpStep>

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
<p class="step">${fill(texts.step, { step: position + 1, steps: setUpStepCount })}</p>
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
  { login, client, hasAuthority, hasMail }: StateOf<'done'>,
): string {
  const { title, text, next, people, look, key, mail, mailSet, tablet, trust, toTrust } = texts.done
  const toDo = [people, look, key, hasMail ? mailSet : mail, tablet]
  return renderSetUpFrame(view, {
    title,
    hasLanguages: true,
    body: html`<section class="card"><h1>${title}</h1><p class="lead">${fill(text, { client, login })}</p>
${renderWays(view, texts)}
<h2>${next}</h2><ul class="open">${toDo.map((one) => html`<li>${one}</li>`)}</ul>
${hasAuthority && html`<h2>${toTrust}</h2><p>${trust}</p><p><a class="second" href="${rootOf(view)}trust?lang=${view.language}">${toTrust}</a></p>`}
</section>`,
  })
}
