// How sandboxes and what is simulated in them look to people.
import { fields, shown } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { args: Json }) => string

const clock: View = (it) =>
  it.aheadSeconds === 0
    ? `The clock shows the real time: ${it.now}`
    : `The clock shows ${it.now}, ${it.aheadSeconds} seconds ahead of the real time.`

const answered: View = (it) => `Answered ${it.questionIds.length} questions.`

export const sandboxViews: Readonly<Record<string, View>> = {
  'sandbox create': (it) =>
    [
      fields([
        ['client', it.client],
        ['site', it.site],
        ['dealer code', it.dealerCode],
        ['login', it.login],
        ['test key', it.key],
      ]),
      '',
      'The key is shown once. Nothing this client sends leaves the service.',
      '',
      'Next:',
      `  export KEY=${it.key}`,
      `  PUT /v1/system-clients/${it.client}/service-orders/<id> with X-API-KEY: $KEY and`,
      `    "externalBranchId": "${it.dealerCode}"; GET it for the ids of its surveys`,
      `  walkaround simulate complete ${it.client} <survey> --red 1 --amber 2`,
      `  walkaround simulate decide ${it.client} <survey> --all approve`,
      `  walkaround sandbox clock ${it.client} +3d`,
      `  walkaround sandbox reset ${it.client}`,
      'The guide is docs/sandbox.md.',
    ].join('\n'),
  'sandbox clock': clock,
  'sandbox reset': (it, { args }) => `${shown(args.client)} starts over: ${it.rows} rows were removed.`,
  'simulate arrival': (it) =>
    fields([
      ['inspection', it.inspectionId ?? ''],
      ['joined with', it.orderId && it.orderId !== it.inspectionId ? `order ${it.orderId}` : ''],
      ...it.surveys.map((one: Json): [string, string] => [`${one.surveyType} survey`, one.id]),
    ]),
  'simulate answers': answered,
  'simulate complete': (it, look) => `${answered(it, look)} The survey is completed.`,
  'simulate photo': (it) => `Took photo ${it.photoId}.`,
  'simulate offer': (it) => `Offered by ${it.quoteIds.length} quotes: ${it.quoteIds.join(', ')}`,
  'simulate send': (it) => `Message ${it.messageId} goes to the outbox.`,
  'simulate decide': (it) => `Decided on ${it.quoteIds.length} offers. Receipt ${it.receiptId}.`,
  'simulate feedback': (it) =>
    it.isTaken
      ? 'The feedback was taken.'
      : 'The owner gave feedback within the last hour; this one was not taken.',
}
