// The API reference: the complete OpenAPI document as one page that needs no script and no network.

import type { Language } from '@walkaround/contract/rules/texts.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { renderCode } from '../code-block.ts'
import { type Html, html, joined } from '../html.ts'
import { renderPage } from '../layout.ts'
import { renderInline, renderMarkdown } from '../markdown.ts'
import { textsOf } from '../texts/texts.ts'
import { breakable, breakablePath } from './breaks.ts'
import { AUTHORITY_FILE } from './code/call.ts'
import { renderCodeChoice, renderSharedExamples } from './code-column.ts'
import { ApiDocument, type Operation } from './document.ts'
import { renderBadges, renderFields, renderInputForm } from './fields.ts'
import { type Json, member, toJsonText, toList, toRecord, toText, toTexts } from './json.ts'
import { findGeneralLimits } from './limits.ts'
import { renderErrorRows, renderMethod, renderOperation, renderWebhook } from './operation.ts'
import {
  alternativesOf,
  type Context,
  renderRules,
  renderType,
  renderValues,
  toShortNumber,
  valuesOf,
} from './schema-words.ts'
import { allOperations } from './sources.ts'
import { renderTryForm } from './try-form.ts'

export type ReferenceModel = {
  /** An OpenAPI 3.1 document; nothing in it is trusted. */
  readonly openapi: unknown
  readonly language: Language
  /** The address of the service, for documents whose `servers` entry is relative. */
  readonly baseUrl?: string
  /** Whether the service has its own authority, which must be passed to `curl`. */
  readonly ownAuthority?: boolean
  /** Whether the ids of the examples exist here. */
  readonly demo?: boolean
}

export function renderReference(model: ReferenceModel): string {
  const texts = textsOf(model.language).reference
  const document = new ApiDocument(model.openapi)
  const context: Context = {
    document,
    texts,
    limits: findGeneralLimits(document.root),
    documentLanguage: model.language === 'en' ? html`` : html` lang="en"`,
    serverUrl: toServerUrl(document, model.baseUrl),
    ownAuthority: model.ownAuthority ?? false,
    guideOf: (page, anchor) =>
      `./docs/${page}?lang=${model.language}${anchor === undefined ? '' : `#${anchor}`}`,
  }
  return renderPage({
    language: model.language,
    title: texts.title,
    description: texts.description,
    path: '/reference',
    styles: ['reference.css'],
    scripts: ['reference.js', 'try-it.js'],
    body: html`<div class="ref">
${renderRail(context)}
<main id="main" class="ref-main" tabindex="-1">
${renderIntroduction(context, model.language)}
<p class="nothing" hidden data-nothing>${texts.filterNone} <button type="button" class="link" data-clear>${texts.filterClear}</button></p>
${document.tags.map(
  (tag) => html`<section class="tag" id="${tag.anchor}" aria-labelledby="${tag.anchor}-title">
<h2 id="${tag.anchor}-title"${context.documentLanguage}>${tag.name || texts.operations}</h2>
${tag.description !== '' && html`<div class="md"${context.documentLanguage}>${renderMarkdown(tag.description)}</div>`}
${tag.operations.map((operation) => renderOperation(context, operation))}
</section>`,
)}
${renderWebhooks(context)}
${renderErrors(context)}
${renderSchemas(context)}
</main>
</div>
${renderCodeChoice(context)}
${renderSharedExamples(context, allOperations(document))}
${renderTryForm(context, model.language, model.demo ?? false)}`,
  })
}

function toServerUrl(document: ApiDocument, baseUrl: string | undefined): string {
  const url = toText(member(toList(document.root.servers)[0], 'url'))
  const base = (baseUrl ?? '').replace(/\/+$/, '')
  if (/^https?:\/\//i.test(url)) return url.replace(/\/+$/, '')
  return `${base}${url.startsWith('/') ? url : '/v1'}`.replace(/\/+$/, '')
}

function renderRail(context: Context): Html {
  const { document, texts, documentLanguage: lang } = context
  const entry = (operation: Operation) =>
    html`<li><a href="#${operation.anchor}" data-path="${operation.method} ${operation.path}">${renderMethod(operation.method)}<span${lang}>${operation.summary}</span></a></li>`
  return html`<aside class="rail"><details class="rail-fold"><summary>${texts.contents}</summary>
<div class="filter" hidden data-filter><p class="filter-head"><label for="filter">${texts.filter}</label>
<span class="filter-count" role="status" data-count="${texts.filterCount}"></span></p>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="${texts.filterHint}"></div>
<nav aria-label="${texts.contents}">
<ul><li><a href="#introduction">${texts.introduction}</a></li>${
    hasSecurity(document) && html`<li><a href="#authentication">${texts.authentication}</a></li>`
  }</ul>
${document.tags.map(
  (tag) =>
    html`<p class="rail-tag"${lang}><a href="#${tag.anchor}">${tag.name || texts.operations}</a></p><ul>${tag.operations.map(entry)}</ul>\n`,
)}${document.webhooks.length > 0 && html`<p class="rail-tag"><a href="#webhooks">${texts.webhooks}</a></p><ul>${document.webhooks.map(entry)}</ul>`}
${document.errors.length > 0 && html`<p class="rail-tag"><a href="#errors">${texts.errors}</a></p>`}
${
  document.schemas.length > 0 &&
  html`<p class="rail-tag"><a href="#schemas">${texts.schemas}</a></p><ul>${document.schemas.map(
    ([name]) => html`<li><a href="#${document.schemaAnchors.get(name)}">${name}</a></li>`,
  )}</ul>`
}
</nav></details></aside>`
}

function securitySchemes(document: ApiDocument): readonly (readonly [string, Json])[] {
  return Object.entries(toRecord(member(document.root.components, 'securitySchemes'))).map(
    ([name, scheme]) => [name, document.resolve(scheme)],
  )
}

function hasSecurity(document: ApiDocument): boolean {
  return securitySchemes(document).length > 0
}

function renderIntroduction(context: Context, language: Language): Html {
  const { document, texts, documentLanguage: lang } = context
  const info = toRecord(document.root.info)
  return html`<section class="intro" id="introduction">
<h1>${texts.title}</h1>
<p class="lead">${texts.description}</p>
<dl class="intro-facts"><div><dt>${texts.addressLabel}</dt><dd><code>${breakablePath(context.serverUrl)}</code></dd></div>
<div><dt>${toText(info.title)}</dt><dd>${toText(info.version)}</dd></div>
<div><dt>OpenAPI ${toText(document.root.openapi)}</dt><dd><a href="${context.serverUrl}/openapi.json">${texts.download}</a></dd></div></dl>
${language !== 'en' && html`<p class="hint">${texts.englishOnly}</p>`}
<div class="md"${lang}>${renderMarkdown(toText(info.description))}</div>
</section>
${
  hasSecurity(document) &&
  html`<section class="tag" id="authentication"><h2>${texts.authentication}</h2><p>${renderInline(texts.authenticationLead)}</p>${renderCode(prepare(context))}${securitySchemes(
    document,
  ).map(
    ([name, scheme]) =>
      html`<p><code>${toText(scheme.name) || name}</code> <span class="type">${toText(scheme.in) || toText(scheme.type)}</span></p><div class="md"${lang}>${renderMarkdown(toText(scheme.description))}</div>`,
  )}</section>`
}`
}

/** What the commands of the page need in the shell and in its folder. */
function prepare({ serverUrl, ownAuthority }: Context): string {
  const base = serverUrl.slice(0, serverUrl.lastIndexOf('/'))
  const authority = `curl --insecure ${base}/ca.crt -o ${AUTHORITY_FILE}`
  return ['export WALKAROUND_KEY=…', ...(ownAuthority ? [authority] : [])].join('\n')
}

function renderWebhooks(context: Context): Html | false {
  const { document, texts } = context
  return (
    document.webhooks.length > 0 &&
    html`<section class="tag" id="webhooks"><h2>${texts.webhooks}</h2>
<p>${texts.webhooksLead}</p>
${document.webhooks.map((webhook) => renderWebhook(context, webhook))}</section>`
  )
}

function renderErrors(context: Context): Html | false {
  const { document, texts } = context
  return (
    document.errors.length > 0 &&
    html`<section class="tag" id="errors"><h2>${texts.errors}</h2>
<p>${renderInline(texts.errorsLead)}</p>
${renderErrorRows(context, document.errors, ({ errorCode }) => html`<th scope="row" id="error-${errorCode}"><a href="${context.guideOf('error-catalogue', errorCode)}"><code>${errorCode}</code></a></th>`)}</section>`
  )
}

function renderSchemas(context: Context): Html | false {
  const { document, texts, documentLanguage: lang, limits } = context
  if (document.schemas.length === 0) return false
  const general = [
    limits.maxLength !== undefined && fill(texts.generalLength, { n: toShortNumber(limits.maxLength) }),
    limits.maxItems !== undefined && fill(texts.generalItems, { n: toShortNumber(limits.maxItems) }),
    limits.magnitude !== undefined && fill(texts.generalMagnitude, { n: toShortNumber(limits.magnitude) }),
  ].filter((limit) => limit !== false)
  return html`<section class="tag" id="schemas"><h2>${texts.schemas}</h2>
<p>${texts.schemasLead}</p>
${general.length > 0 && html`<p>${texts.generalLead} ${joined(general, '; ')}.</p>`}
${document.schemas.map(
  ([name, schema]) => html`<section class="schema" id="${document.schemaAnchors.get(name)}"${
    schema['x-input-of'] !== undefined &&
    html` data-input-of="${document.schemaAnchors.get(toText(schema['x-input-of']))}"`
  }><h3>${breakable(name)}${renderKind(context, schema)}</h3>
<p class="badges">${renderBadges(context, { ours: schema['x-ours'] === true, decisions: toTexts(schema['x-decisions']) })}</p>
${
  schema['x-input-of'] === undefined
    ? html`<div class="md"${lang}>${renderMarkdown(toText(schema.description))}</div>
${renderSchemaRules(context, schema)}${renderValues(context, schema, true)}${renderFields(context, schema, document.schemaAnchors.get(name) ?? '')}`
    : renderInputForm(context, schema, document.schemaAnchors.get(name) ?? '')
}
${document.examplesOf({}, schema).map(({ value }) => html`<details class="example"><summary>${texts.example}</summary>${renderCode(toJsonText(value))}</details>`)}
</section>`,
)}</section>`
}

/** Alternatives are listed below the heading; every other kind is named in it. */
function renderKind(context: Context, schema: Json): Html | false {
  const isTold = alternativesOf(schema).length > 0 && valuesOf(context, schema).length === 0
  return !isTold && html` <span class="type">${renderType(context, schema)}</span>`
}

function renderSchemaRules(context: Context, schema: Json): Html | false {
  const rules = renderRules(context, schema)
  return rules.length > 0 && html`<p class="rules">${joined(rules, '; ')}</p>`
}
