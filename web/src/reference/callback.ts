// The callback: the request as it arrives, how it is signed, step by step with real values, and code that checks it.
import { createHmac } from 'node:crypto'
import { renderCode } from '../code-block.ts'
import { type Html, html } from '../html.ts'
import { renderInline } from '../markdown.ts'
import type { SignedExample } from './code/call.ts'
import { renderCheck } from './code-column.ts'
import { type Operation, pathParts } from './document.ts'
import { toText } from './json.ts'
import type { Context } from './schema-words.ts'

/** Known to every reader of the page, so it protects nothing: only to reckon along. */
const shownKey = Buffer.from('a secret only for this example!!')
const secret = `whsec_${shownKey.toString('base64')}`

/** Headers of Standard Webhooks; the others are shown with the example of the document. */
const signing = { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' }

function exampleOf(webhook: Operation, name: string): string {
  return toText(webhook.parameters.find((one) => one.name.toLowerCase() === name)?.example)
}

/** Undefined if the document says nothing about signatures or has no example. */
function signExample(webhook: Operation): SignedExample | undefined {
  const value = webhook.body?.examples[0]?.value
  const [id, timestamp] = [exampleOf(webhook, signing.id), exampleOf(webhook, signing.timestamp)]
  if (value === undefined || id === '' || timestamp === '') return undefined
  const body = JSON.stringify(value)
  const signature = `v1,${createHmac('sha256', shownKey).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { secret, id, timestamp, body, signature }
}

/** The bytes that arrive, as HTTP writes them. */
export function renderCallbackRequest(context: Context, webhook: Operation): Html {
  const example = signExample(webhook)
  const body = webhook.body?.examples[0]?.value
  const address = pathParts(webhook.path)
    .map(({ name, text }) => {
      const value = toText(webhook.parameters.find((one) => one.in === 'path' && one.name === name)?.example)
      return value === '' ? text : encodeURIComponent(value)
    })
    .join('/')
  const headers = webhook.parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, example: given }) => {
      const isSignature = name.toLowerCase() === signing.signature && example !== undefined
      return `${name}: ${isSignature ? example.signature : toText(given)}`
    })
  const type = webhook.body === undefined ? [] : [`Content-Type: ${webhook.body.contentType}; charset=utf-8`]
  const lines = [`${webhook.method} ${address}`, ...type, ...headers]
  return html`<h4>${context.texts.request}</h4>${renderCode(
    [...lines, ...(body === undefined ? [] : ['', JSON.stringify(body)])].join('\n'),
  )}`
}

/** How the signature comes about, with the values of the request beside it. */
export function renderSigning(context: Context, webhook: Operation): Html | false {
  const example = signExample(webhook)
  if (example === undefined) return false
  const { signing: words } = context.texts
  const steps: readonly (readonly [string, string])[] = [
    [words.key, `${example.secret}\n→ ${shownKey.toString('hex')}`],
    [words.text, `${example.id}.${example.timestamp}.${example.body}`],
    [words.sign, example.signature],
  ]
  return html`<h4>${words.title}</h4><p>${renderInline(words.lead)}</p>
<ol class="steps">${steps.map(([text, shown]) => html`<li><p>${renderInline(text)}</p>${renderCode(shown)}</li>`)}
<li><p>${renderInline(words.compare)}</p></li></ol>
<h4>${words.check}</h4>${renderCheck(example)}`
}
