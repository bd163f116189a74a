// One operation of the interface: what it does, its input, its replies, what can go wrong, how to try it.
import { type Html, html } from '../html.ts'
import { renderInline, renderMarkdown } from '../markdown.ts'
import { breakablePath } from './breaks.ts'
import { renderCallbackRequest, renderSigning } from './callback.ts'
import { renderExampleAnswers, renderRequest } from './code-column.ts'
import { type Operation, type OperationError, type Parameter, pathParts, type Reply } from './document.ts'
import {
  entryOf,
  renderBadges,
  renderBriefFields,
  renderMeaning,
  renderName,
  renderSentFields,
  toIdPart,
} from './fields.ts'
import { toText, toTexts } from './json.ts'
import { type Context, renderType, valuesOf } from './schema-words.ts'

export function renderMethod(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

export function renderOperation(context: Context, operation: Operation): Html {
  return renderArticle(
    context,
    operation,
    html`${renderRequest(context, operation)}${renderExampleAnswers(context, operation)}`,
    html` data-try="${JSON.stringify(toTryModel(context, operation))}"`,
  )
}

/** A call the service makes: nothing to try, but a signature to check. */
export function renderWebhook(context: Context, webhook: Operation): Html {
  return renderArticle(
    context,
    webhook,
    html`${renderCallbackRequest(context, webhook)}${renderExampleAnswers(context, webhook)}`,
    html``,
  )
}

function renderArticle(context: Context, operation: Operation, code: Html, more: Html): Html {
  const lang = context.documentLanguage
  return html`<article class="op" id="${operation.anchor}" aria-labelledby="${operation.anchor}-title"${more}>
<header class="op-head"><h3 id="${operation.anchor}-title"${lang}>${operation.summary}</h3>
<p class="op-path">${renderMethod(operation.method)} <code>${breakablePath(operation.path)}</code></p>
<p class="badges">${renderBadges(context, { ...operation, labelled: true })}</p></header>
<div class="op-words">
${operation.description !== '' && html`<div class="md"${lang}>${renderMarkdown(operation.description)}</div>`}
${renderParameters(context, operation)}
${renderBody(context, operation)}
${renderAnswers(context, operation)}
${renderErrors(context, operation.errors)}
${more.markup === '' && renderSigning(context, operation)}
</div>
<div class="op-code">${code}</div>
</article>`
}

/** What the try form needs; it takes the example body from the page itself. */
function toTryModel(context: Context, operation: Operation): unknown {
  const kinds = new Map(pathParts(operation.path).map(({ name, before }) => [name, before]))
  return {
    method: operation.method,
    path: operation.path,
    body: operation.body?.contentType,
    params: operation.parameters.map(({ name, in: place, required, schema, example }) => {
      const values = valuesOf(context, schema)
      return {
        name,
        in: place,
        // Left out if false or empty: there is one of these per operation.
        of: place === 'path' ? kinds.get(name) : undefined,
        required: required || undefined,
        many: context.document.resolve(schema).type === 'array' || undefined,
        values: values.length > 0 ? values : undefined,
        example: toText(example) || toTexts(example).join(',') || undefined,
      }
    }),
  }
}

function renderParameters(context: Context, { anchor, parameters }: Operation): Html | false {
  const { texts } = context
  const idOf = (parameter: Parameter) => `${anchor}-${toIdPart(parameter.in)}-${toIdPart(parameter.name)}`
  const places: Readonly<Record<string, string>> = {
    path: texts.inPath,
    query: texts.inQuery,
    header: texts.inHeader,
    cookie: texts.inCookie,
  }
  return (
    parameters.length > 0 &&
    html`<h4>${texts.parameters}</h4>
<table class="fields"><thead><tr><th scope="col">${texts.field}</th><th scope="col">${texts.meaning}</th></tr></thead><tbody>${parameters.map(
      (parameter) =>
        html`<tr id="${idOf(parameter)}-row"><th scope="row">${renderName(parameter.name, `${idOf(parameter)}-row`)} <span class="type">${
          places[parameter.in] ?? parameter.in
        } · ${renderType(context, parameter.schema)}</span>${
          parameter.required && html` <span class="required">${texts.required}</span>`
        }</th><td>${renderBadges(context, parameter)}${renderMeaning(context, parameter.description, parameter.schema)}</td></tr>`,
    )}</tbody></table>`
  )
}

function renderBody(context: Context, { anchor, body }: Operation): Html | false {
  return (
    body !== undefined &&
    html`<h4>${context.texts.body}</h4>
<p class="of-type"><span class="type">${renderType(context, body.schema)}</span>${!body.required && html` · ${context.texts.bodyOptional}`}</p>
${renderSentFields(context, entryOf(context, body.schema), anchor)}`
  )
}

/** Replies without an error number; the others are in the table of errors. */
function listUntold({ replies, errors }: Operation): readonly Reply[] {
  const told = new Set(errors.map(({ status }) => status))
  return replies.filter(({ status }) => !told.has(status))
}

function renderAnswers(context: Context, operation: Operation): Html | false {
  const { texts, documentLanguage: lang } = context
  const replies = listUntold(operation)
  return (
    replies.length > 0 &&
    html`<h4>${texts.responses}</h4>
<ul class="answers">${replies.map(
      (answer) =>
        html`<li>${renderStatus(answer.status)} <div><span${lang}>${renderInline(answer.description)}</span> <span class="type">${
          answer.schema === undefined
            ? answer.contentType || texts.noBody
            : renderType(context, answer.schema)
        }</span>${answer.headers.map(
          (header) =>
            html`<p class="header"><code>${header.name}</code> ${header.ours && renderBadges(context, header)}<span${lang}>${renderInline(header.description)}</span></p>`,
        )}${answer.schema !== undefined && answer.status.startsWith('2') && renderBriefFields(context, answer.schema)}</div></li>`,
    )}</ul>`
  )
}

function renderStatus(status: string): Html {
  const kind = /^[1-5]/.test(status) ? `s${status[0]}` : 's0'
  return html`<span class="status ${kind}">${status}</span>`
}

export function renderErrorRows(
  context: Context,
  errors: readonly OperationError[],
  toCell: (error: OperationError) => Html,
): Html {
  const { texts, documentLanguage: lang } = context
  return html`<table class="errors"><thead><tr><th scope="col">${texts.code}</th><th scope="col">${texts.status}</th><th scope="col">${texts.error}</th></tr></thead>
<tbody>${errors.map(
    (error) =>
      html`<tr>${toCell(error)}<td>${renderStatus(error.status)}</td><td${lang}>${renderInline(error.error)}${
        error.when !== '' && html`<div class="when">${renderInline(error.when)}</div>`
      }</td></tr>\n`,
  )}</tbody></table>`
}

function renderErrors(context: Context, errors: readonly OperationError[]): Html | false {
  if (errors.length === 0) return false
  const { document, texts, documentLanguage: lang } = context
  const known = new Set(document.errors.map((error) => error.errorCode))
  const toLink = ({ errorCode }: OperationError) =>
    known.has(errorCode)
      ? html`<a href="#error-${errorCode}"><code>${errorCode}</code></a>`
      : html`<code>${errorCode}</code>`
  // Errors explained in the catalogue at the end of the page can be short here.
  const isCommon = ({ errorCode }: OperationError) =>
    document.commonErrors.has(errorCode) && known.has(errorCode)
  const special = errors.filter((error) => !isCommon(error))
  const common = errors.filter(isCommon)
  return html`<details class="op-errors"><summary><h4>${texts.errors} <span class="count">${errors.length}</span></h4></summary>${
    special.length > 0 &&
    renderErrorRows(context, special, (error) => html`<th scope="row">${toLink(error)}</th>`)
  }${
    common.length > 0 &&
    html`<p class="when">${texts.commonErrors}</p><ul class="common"${lang}>${common.map(
      (error) => html`<li>${toLink(error)} ${renderInline(error.error)}</li>`,
    )}</ul>`
  }</details>`
}
