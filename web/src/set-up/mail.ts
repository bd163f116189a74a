// The mail server on the pages of the first start. Fields and words are those of the console's page of messages.
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type SetUpState, setUpStepCount } from '@walkaround/contract/set-up-page.ts'
import type channels from '../../../languages/en/console/channels.json'
import { type Html, html } from '../html.ts'
import { readTexts } from '../read-texts.ts'
import { renderArea, renderHidden, renderInput, renderSelect } from './fields.ts'
import { belowOf, renderSetUpFrame, type SetUpView } from './frame.ts'
import type { SetUpTexts } from './texts.ts'

const channelTexts = readTexts<typeof channels>('console/channels.json')

type Mail = Extract<SetUpState, { state: 'mail' }>
type Works = Extract<SetUpState, { state: 'mailWorks' }>

export function renderMail(view: SetUpView, texts: SetUpTexts, state: Mail): string {
  const { login, client, mail, isInstalled, csrf, tag, refusals = {}, refused, isChanged, failed } = state
  const words = texts.mail
  const isWrong = refused !== undefined || isChanged || failed !== undefined
  const why = (field: string) => refusals[field] && texts.refused[refusals[field]]
  const fields = renderServer(view, texts, state, why)
  return renderSetUpFrame(view, {
    title: isWrong ? `${texts.wrong} · ${words.title}` : words.title,
    hasLanguages: !isWrong,
    body: html`<form method="post" action="${belowOf(view, 'mail')}" class="card" data-sending="${words.trying}">
<p class="step">${fill(texts.step, { step: setUpStepCount, steps: setUpStepCount })}</p>
<h1>${words.title}</h1><p class="lead">${fill(words.lead, { client, login })}</p>
${isInstalled ? html`<p>${words.installed}</p>` : html`<p>${words.text}</p>`}
${isChanged && html`<p class="refused" role="alert">${words.changed}</p>`}
${refused !== undefined && html`<div role="alert"><p class="refused">${words.refused}</p>${refused !== '' && html`<p>${texts.failed.words}</p><p class="code" lang="en">${refused}</p>`}</div>`}
${failed && html`<div role="alert"><p class="refused">${words.failed}</p>${renderSteps(view, failed)}</div>`}
${renderHidden('csrf', csrf)}${renderHidden('tag', tag)}
${
  isInstalled
    ? html`<details${(mail.host !== '' || refused !== undefined) && html` open`}><summary>${words.own}</summary>${fields}</details>`
    : fields
}
${renderInput({ name: 'to', label: words.to, hint: words.toHint, value: mail.to, type: 'email', refused: why('to'), isNeeded: true, autocomplete: 'email' })}
<p class="buttons"><button type="submit" class="main">${isInstalled ? words.tryIt : words.saveAndTry}</button>
<a class="second" href="${belowOf(view, 'ready')}">${words.later}</a></p>
<p class="hint">${words.laterHint}</p>
<p class="hint" role="status" data-sent></p>
</form>`,
  })
}

function renderServer(
  { language }: SetUpView,
  texts: SetUpTexts,
  { mail, isInstalled, hasSecret }: Mail,
  why: (field: string) => string | undefined,
): Html {
  const words = channelTexts[language]
  const isNeeded = !isInstalled
  return html`<div class="row">${renderInput({
    name: 'host',
    label: words['channels.host'],
    hint: texts.mail.hostHint,
    value: mail.host,
    refused: why('host'),
    isNeeded,
    longest: 300,
  })}
${renderInput({
  name: 'port',
  label: words['channels.port'],
  hint: words['channels.portWhat'],
  value: mail.port,
  refused: why('port'),
  longest: 5,
})}</div>
${renderSelect({
  name: 'security',
  label: words['channels.security'],
  value: mail.security,
  options: [
    ['starttls', words['channels.security.starttls']],
    ['tls', words['channels.security.tls']],
  ],
})}
<div class="row">${renderInput({
    name: 'from',
    label: words['channels.from'],
    value: mail.from,
    type: 'email',
    refused: why('from'),
    isNeeded,
    longest: 300,
  })}
${renderInput({
  name: 'fromName',
  label: words['channels.fromName'],
  hint: words['channels.fromNameWhat'],
  value: mail.fromName,
  refused: why('fromName'),
})}</div>
<div class="row">${renderInput({
    name: 'user',
    label: words['channels.user'],
    hint: texts.mail.userHint,
    value: mail.user,
    refused: why('user'),
    longest: 300,
  })}
${renderInput({
  name: 'mailPassword',
  label: words['channels.secret.email'],
  hint: words[hasSecret ? 'channels.secretKept' : 'channels.secretWhat'],
  value: '',
  type: 'password',
  refused: why('mailPassword'),
  // The browser must not offer the password of the page before.
  autocomplete: 'new-password',
  longest: 2000,
})}</div>
<details${(mail.authority !== '' || why('authority') !== undefined) && html` open`}><summary>${texts.mail.more}</summary>
${renderArea({
  name: 'authority',
  label: words['channels.authority'],
  hint: words['channels.authorityWhat'],
  value: mail.authority,
  refused: why('authority'),
  rows: 4,
})}</details>`
}

function renderSteps({ language }: SetUpView, steps: Works['steps']): Html {
  const words = channelTexts[language]
  return html`<ul class="open">${steps.map(
    ({ step, isGood, words: said }) =>
      html`<li>${words[`channels.step.${step}`]}: ${words[isGood ? 'channels.stepFine' : 'channels.stepFailed']} <span class="code" lang="en">${said}</span></li>`,
  )}</ul>`
}

export function renderMailWorks(view: SetUpView, texts: SetUpTexts, { to, steps }: Works): string {
  const { worksTitle, works } = texts.mail
  return renderSetUpFrame(view, {
    title: worksTitle,
    body: html`<section class="card"><p class="step">${fill(texts.step, { step: setUpStepCount, steps: setUpStepCount })}</p>
<h1>${worksTitle}</h1><p class="lead">${fill(works, { to })}</p>
${renderSteps(view, steps.slice(-1))}
<p><a class="main" href="${belowOf(view, 'ready')}">${texts.next}</a></p></section>`,
  })
}
