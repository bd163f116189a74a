// The page on which people choose the provider they sign in at, and are told why it did not work. Works without a script.
import type { OfferedProvider } from '@walkaround/contract/app/sign-in-providers.ts'
import type { ProviderRefusal } from '@walkaround/contract/rules/provider-claims.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import type en from '../../../languages/en/provider-page.json'
import { type Html, html } from '../html.ts'
import { readTexts } from '../read-texts.ts'
import { type OwnerView, renderFrame } from './frame.ts'

const own = readTexts<typeof en>('provider-page.json')

export type ProviderPage =
  | {
      readonly state: 'ask'
      /** Where to go afterwards. */
      readonly to: string
      readonly login?: string
      /** Undefined before anybody has typed an address. */
      readonly offered?: readonly OfferedProvider[] | undefined
      readonly refusal?: ProviderRefusal | 'tooMany' | undefined
      /** Of its address, for other languages. Left out: the page is the reply to a form. */
      readonly kept?: Readonly<Record<string, string>>
    }
  | { readonly state: 'going'; readonly to: string; readonly label: string; readonly address: string }
  | { readonly state: 'signedOut' }

export function renderProviderPage(view: OwnerView, page: ProviderPage): string {
  const texts = own[view.language]
  const title = texts[page.state].title
  const body =
    page.state === 'ask'
      ? renderAsk(view, page)
      : page.state === 'going'
        ? html`<p class="lead">${fill(texts.going.text, { label: page.label })}</p>
<p><a class="main" href="${page.address}">${fill(texts.going.go, { label: page.label })}</a></p>`
        : html`<p class="lead">${texts.signedOut.text}</p>
<p><a class="main" href="../workshop/?lang=${view.language}">${texts.back}</a></p>`
  const kept = page.state === 'ask' ? page.kept : {}
  return renderFrame(view, {
    title,
    // Nobody on it is an owner.
    brand: 'Walkaround',
    ...(kept && page.state !== 'going' ? { kept } : { isPosted: true }),
    body: html`<main id="main" class="alone"><section class="card"><h1>${title}</h1>
${body}
</section></main>`,
  })
}

function renderAsk(
  view: OwnerView,
  { to, login, offered, refusal }: Extract<ProviderPage, { state: 'ask' }>,
): Html {
  const texts = own[view.language]
  const isNone = offered?.length === 0 && login !== undefined
  return html`<p class="lead">${texts.ask.lead}</p>
${refusal && html`<p class="refused" role="alert">${texts.refused[refusal]}</p>`}
${isNone && html`<p id="none" class="refused" role="alert">${texts.ask.none}</p>`}
${offered?.map(
  ({ client, provider, label, clientName }) => html`<form method="post" action="go?lang=${view.language}">
<input type="hidden" name="to" value="${to}"><input type="hidden" name="client" value="${client}"><input type="hidden" name="provider" value="${provider}">
<p><button type="submit" class="main">${fill(texts.going.go, { label })}</button></p><p class="soft">${clientName}</p>
</form>`,
)}
<form method="post" action="find?lang=${view.language}">
<input type="hidden" name="to" value="${to}">
<p class="field"><label for="login">${texts.ask.login}</label><input id="login" name="login" type="text" value="${login ?? ''}" required maxlength="200" autocomplete="username" autocapitalize="none"${isNone && html` aria-invalid="true" aria-describedby="none"`}></p>
<button type="submit" class="${offered && offered.length > 0 ? 'second' : 'main'}">${texts.ask.submit}</button>
</form>
<p><a class="second" href="../${to}">${texts.back}</a></p>`
}
