// The page on which somebody who was invited chooses a password, and what comes before and after. Works without a script.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import type en from '../../../languages/en/invitation-page.json'
import { type Html, html } from '../html.ts'
import { readTexts } from '../read-texts.ts'
import { homeOf, type OwnerView, renderFrame } from './frame.ts'

const own = readTexts<typeof en>('invitation-page.json')

export interface JoinRefusal {
  readonly kind: 'different' | 'weak' | 'wrong' | 'tooOften'
}

type Kind = 'join' | 'password'

export type JoinState =
  | { readonly state: 'unknown' | 'tooMany' }
  | {
      readonly state: 'form'
      readonly kind: Kind
      readonly login: string
      readonly name: string
      readonly role: Role
      readonly client: string
      readonly refusal?: JoinRefusal | undefined
    }
  | { readonly state: 'done'; readonly kind: Kind; readonly login: string; readonly role: Role }

export function renderJoin(view: OwnerView, state: JoinState): string {
  const texts = own[view.language]
  const title =
    state.state === 'form' || state.state === 'done'
      ? texts[state.state][state.kind].title
      : texts[state.state].title
  const body =
    state.state === 'form'
      ? renderForm(view, state)
      : state.state === 'done'
        ? renderDone(view, state)
        : html`<p class="lead">${texts[state.state].text}</p>`
  return renderFrame(view, {
    title,
    brand: state.state === 'form' ? state.client : 'Walkaround',
    body: html`<main id="main" class="alone"><section class="card"><h1>${title}</h1>
${body}
</section></main>`,
  })
}

function renderForm(view: OwnerView, state: Extract<JoinState, { state: 'form' }>): Html {
  const texts = own[view.language]
  const { kind, client, name, login, role, refusal } = state
  const words = texts.form[kind]
  const lead = fill(words.lead, { client, name, role: texts.roles[role === 'dms' ? 'technician' : role] })
  const field = (id: 'password' | 'again', label: string) =>
    html`<p class="field"><label for="${id}">${label}</label><input id="${id}" name="${id}" type="password" required minlength="1" maxlength="1000" autocomplete="new-password"${refusal && html` aria-invalid="true" aria-describedby="refusal"`}></p>`
  return html`<p class="lead">${lead}</p>
${refusal && html`<p id="refusal" class="refused" role="alert">${texts.refused[refusal.kind]}</p>`}
<form method="post" action="${homeOf(view)}">
<p class="field"><label for="login">${texts.login}</label><input id="login" name="login" value="${login}" readonly autocomplete="username"></p>
${field('password', texts.password)}
${field('again', texts.again)}
<p class="soft">${texts.rule}</p>
${kind === 'join' && html`<p class="soft">${texts.known}</p>`}
<button type="submit" class="main">${words.submit}</button>
</form>`
}

function renderDone(view: OwnerView, state: Extract<JoinState, { state: 'done' }>): Html {
  const texts = own[view.language]
  const isOffice = state.role === 'admin' || state.role === 'manager'
  return html`<p class="lead">${fill(texts.done[state.kind].text, { login: state.login })}</p>
<p><a class="main" href="../workshop/?lang=${view.language}">${texts.toApp}</a></p>
${isOffice && html`<p><a class="second" href="../admin/?lang=${view.language}">${texts.toConsole}</a></p>`}`
}
