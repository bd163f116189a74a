// The column of code beside an operation: the request in each language, and an example answer for every status.
import { fill } from '@walkaround/contract/rules/texts.ts'
import { renderCode } from '../code-block.ts'
import { type Html, html } from '../html.ts'
import { renderInline } from '../markdown.ts'
import { type Call, type SignedExample, toCall } from './code/call.ts'
import { toCurl, toShellCheck } from './code/curl.ts'
import { codeLanguages } from './code/languages.ts'
import type { Example, Operation, Reply } from './document.ts'
import { isRecord, toJsonText } from './json.ts'
import type { Context } from './schema-words.ts'

type Code = { readonly id: string; readonly name: string; readonly code: string }

/** The same code in every language: curl is shown, reference.js shows the one that was chosen. */
function renderCodes(codes: readonly Code[]): Html {
  return html`${codes.map(
    ({ id, code }, index) =>
      html`<div data-code="${id}"${index > 0 && html` hidden`}>${renderCode(code)}</div>\n`,
  )}`
}

/** Buttons that reference.js puts above each code. */
export function renderCodeChoice(context: Context): Html {
  const choices = [{ id: 'curl', name: 'curl' }, ...codeLanguages]
  return html`<template id="code-choice"><div class="code-choice" role="group" aria-label="${context.texts.codeLanguage}">${choices.map(
    ({ id, name }) => html`<button type="button" value="${id}">${name}</button>`,
  )}</div></template>`
}

export function renderRequest(context: Context, operation: Operation): Html {
  const call = toCall(operation, context)
  const codes = [
    { id: 'curl', name: 'curl', code: toCurl(operation, call, context.serverUrl) },
    ...codeLanguages.map(({ id, name, toRequest }) => ({ id, name, code: toRequest(call) })),
  ]
  return html`<div class="code-set"><h4>${context.texts.request}</h4>${renderCodes(codes)}${renderFileHint(context, call)}</div>
${(operation.body?.examples ?? []).map((example) => renderSent(context, example))}`
}

function renderFileHint(context: Context, { body }: Call): Html | false {
  const isOurFile = body !== undefined && 'file' in body && body.file === 'body.json'
  return isOurFile && html`<p class="hint">${renderInline(context.texts.curlFile)}</p>`
}

function renderSent(context: Context, example: Example): Html {
  return html`<details class="example" data-example="request"><summary>${context.texts.example}: ${context.texts.body}${
    example.name !== '' && html` · <span${context.documentLanguage}>${example.name}</span>`
  }</summary>${renderCode(toJsonText(example.value))}</details>`
}

export function renderCheck(example: SignedExample): Html {
  return html`<div class="code-set">${renderCodes([
    { id: 'curl', name: 'curl', code: toShellCheck(example) },
    ...codeLanguages.map(({ id, name, toCheck }) => ({ id, name, code: toCheck(example) })),
  ])}</div>`
}

/**
 * One answer per status and example. Bodies that many operations share are in the page once (`renderSharedExamples`): here only
 * their names stand, and reference.js offers them beside the others.
 */
export function renderExampleAnswers(context: Context, { replies }: Operation): Html {
  const isShared = ({ shared }: Example) => shared !== undefined
  const own = replies.flatMap((reply) => {
    const examples = reply.examples.filter((example) => !isShared(example))
    if (examples.length > 0) return examples.map((example) => renderAnswer(context, reply, example))
    return reply.examples.length > 0 ? [] : [renderAnswer(context, reply, undefined)]
  })
  const shared = replies
    .map(({ status, examples }) => [status, ...examples.flatMap((example) => example.shared ?? [])])
    .filter((words) => words.length > 1)
    .map((words) => words.join(' '))
    .join(';')
  return html`<div class="answer-set"${shared !== '' && html` data-shared="${shared}"`}><h4>${context.texts.exampleAnswer}</h4>
${own.map((render, index) => render(index === 0))}</div>`
}

function renderAnswer(context: Context, reply: Reply, example: Example | undefined) {
  const { texts, documentLanguage: lang } = context
  const text = example === undefined ? toHeadText(reply) : toJsonText(example.value)
  return (isOpen: boolean) =>
    html`<details class="example" data-answer="${reply.status}"${isOpen && html` open`}><summary>${fill(
      texts.exampleResponse,
      { status: reply.status },
    )}${example !== undefined && example.name !== '' && html` · <span${lang}>${example.name}</span>`}</summary>${
      text === '' ? html`<p class="hint">${texts.noBody}</p>` : renderCode(text)
    }</details>`
}

/** An answer without a JSON body: what its headers say. */
function toHeadText({ contentType, headers }: Reply): string {
  return [
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
    ...headers.filter(({ example }) => example !== '').map(({ name, example }) => `${name}: ${example}`),
  ].join('\n')
}

/** Bodies of errors, by name; read by reference.js. */
export function renderSharedExamples(context: Context, operations: readonly Operation[]): Html {
  const shared = new Map<string, { summary: string; value: unknown }>()
  for (const { replies } of operations)
    for (const { name: summary, value, shared: key } of replies.flatMap(({ examples }) => examples))
      if (key !== undefined && isRecord(value)) shared.set(key, { summary, value })
  return html`<template id="shared-examples" data-label="${context.texts.status}" data-response="${context.texts.exampleResponse}">${JSON.stringify(
    Object.fromEntries(shared),
  )}</template>`
}
