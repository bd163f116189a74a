// The form for trying an operation, as a template that try-it.js copies into each one. Without script there is none.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { type Html, html } from '../html.ts'
import { pageHref } from '../layout.ts'
import { AUTHORITY_FILE, KEY_VARIABLE } from './code/call.ts'
import type { Context } from './schema-words.ts'
import { findExampleIds, findSources } from './sources.ts'

export function renderTryForm(context: Context, language: Language, isDemo: boolean): Html {
  const { serverUrl, ownAuthority, document } = context
  const texts = context.texts.tryIt
  // `<base>/v1`: the form calls the same place relative to the page, so that any name of the server works.
  const cut = serverUrl.lastIndexOf('/')
  const elsewhere = `${serverUrl.slice(0, cut)}/${pageHref('/reference', language, '')}`
  const curl = ownAuthority ? `curl --cacert ${AUTHORITY_FILE}` : 'curl'
  return html`<template id="try-form" data-prefix=".${serverUrl.slice(cut)}" data-elsewhere="${elsewhere}" data-server="${serverUrl}"
 data-curl="${curl}" data-key-variable="${KEY_VARIABLE}" data-sources="${JSON.stringify(findSources(context))}"${
   isDemo && html` data-demo="${JSON.stringify(findExampleIds(document))}"`
 }>
<details class="try"><summary>${texts.open}</summary>
<form novalidate data-several="${texts.several}" data-missing="${texts.missing}" data-bad-json="${texts.badJson}" data-failed="${texts.failed}" data-sending="${texts.sending}"
 data-time="${texts.time}" data-empty="${texts.empty}" data-cut="${texts.cut}" data-picture="${texts.picture}" data-save="${texts.save}" data-meaning="${texts.meaning}" data-guide="${texts.guide}">
<p class="hint">${texts.lead}</p>
<div class="try-field" data-key><label>${texts.key}</label><input type="password" autocomplete="off" spellcheck="false" maxlength="50">
<p class="hint">${texts.keyHint} <button type="button" class="link" data-forget>${texts.forget}</button></p></div>
<div class="try-params"></div>
<div class="try-field" data-body><label>${texts.body}</label><textarea rows="10" spellcheck="false" autocapitalize="off"></textarea></div>
<p class="actions"><button class="button" type="submit">${texts.send}</button></p>
<p class="try-problem" role="alert"></p>
<section class="try-answer" hidden aria-live="polite" aria-label="${texts.answer}"><h5>${texts.answer} <span class="status"></span> <span class="try-time"></span></h5>
<p class="try-meaning" hidden></p><div class="try-media" hidden></div>
<pre class="code" tabindex="0"><code></code></pre><p class="hint" data-note></p>
<details data-sent><summary>${texts.sent}</summary><pre class="code" tabindex="0"><code></code></pre></details>
<details open><summary>${texts.headers}</summary><dl class="try-headers"></dl></details></section>
</form></details>
<div class="note try-elsewhere"><p>${texts.elsewhere}</p><p><a></a></p></div>
</template>`
}
