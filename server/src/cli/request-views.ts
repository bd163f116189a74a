// How the commands on the log of requests look to people. The views of the other commands are in views.ts.
import type { LoggedRequest, RequestDetail, RequestEffect } from '@walkaround/contract/app/requests.ts'
import { hiddenInEnglish, sayHidden } from '@walkaround/contract/rules/hidden-values.ts'
import { calledOf, groupRepeats, toCurl } from '@walkaround/contract/rules/logged-requests.ts'
import { fields, shown, table } from './table.ts'
import { toSecond } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

const madeText = (made: readonly RequestEffect[] = []): string =>
  made
    .map(({ kind, subject, what, times }) =>
      [kind, subject, what && `(${what})`, times && `× ${times}`].filter(Boolean).join(' '),
    )
    .join(', ')

const answerOf = ({ status, errorCode }: LoggedRequest) => [status, errorCode].filter(Boolean).join(' ')

const whyOf = ({ dropped, info, made }: LoggedRequest) =>
  dropped === undefined ? (info?.split('\n')[0] ?? madeText(made)) : `${dropped} requests were not kept`

/** One line, for a list that goes on. */
export const requestLine = (request: LoggedRequest): string =>
  [
    toSecond(request.at),
    answerOf(request),
    request.dropped === undefined ? calledOf(request) : '',
    request.objectIds.join('/'),
    request.requestId,
    whyOf(request),
  ]
    .filter((text) => text !== '')
    .map(shown)
    .join('  ')

const detail: View = (it: RequestDetail) =>
  [
    fields([
      ['time', `${toSecond(it.at)} UTC, ${it.ms} ms`],
      ['request', it.requestId],
      ['key', it.keyId],
      ['operation', `${it.operation || 'none'}: ${it.method} /v1${it.path}`],
      ['answered', [it.status, it.errorCode, it.error].filter(Boolean).join(' ')],
      ...(it.when ? [['means', it.when]] : []),
      ...(it.decisions.length > 0 ? [['paragraphs', it.decisions.join(', ')]] : []),
      ...(it.made ? [['changed', madeText(it.made)]] : []),
    ] as [string, string][]),
    ...section('Broken rules', it.info?.split('\n')),
    ...section(
      'Sent, without personal values',
      it.body && said(JSON.stringify(JSON.parse(it.body), null, 2)).split('\n'),
    ),
    ...section(
      'Differs from what is stored',
      it.differences?.map(
        ({ path, sent, stored }) =>
          `${path}: ${said(sent ?? 'left out')}, stored ${said(stored ?? 'nothing')}`,
      ),
    ),
    ...section('Again', it.operation && toCurl(it, '$BASE').split('\n')),
  ].join('\n')

const said = (text: string) => sayHidden(text, hiddenInEnglish)

const section = (title: string, lines: readonly string[] | undefined | ''): string[] =>
  lines && lines.length > 0 ? ['', title, ...lines.map((line) => `  ${shown(line)}`)] : []

export const requestViews: Readonly<Record<string, View>> = {
  'request log': ({ requests, next }, look) => {
    const more = next ? `\nOlder ones: --after ${next}` : ''
    if (requests.length === 0)
      return next ? `Nothing yet among the newest.${more}` : 'There are no such requests.'
    return `${table(
      [
        { title: 'TIME (UTC)', value: (it: Json) => toSecond(it.request.at) },
        { title: 'ANSWERED', value: (it: Json) => answerOf(it.request) },
        {
          title: 'OPERATION',
          value: (it: Json) => (it.request.dropped === undefined ? calledOf(it.request) : ''),
        },
        { title: 'OBJECT', value: (it: Json) => it.request.objectIds.join('/') },
        { title: 'TIMES', value: (it: Json) => String(it.times) },
        { title: 'REQUEST', value: (it: Json) => it.request.requestId },
        { title: 'WHY OR WHAT', value: (it: Json) => whyOf(it.request) },
      ],
      groupRepeats(requests),
      look.cells,
    )}${more}`
  },
  'request show': detail,
}
