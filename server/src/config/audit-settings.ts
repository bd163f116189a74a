// The settings of the sinks of the audit; a part of the table in settings.ts.
import { toHeaderValue } from '@walkaround/contract/rules/message-channels.ts'
import { Type } from 'typebox'
import { toPemPath, toSinkUrl, toSyslogUrl, toWebhookSecret } from './accept.ts'
import { optional, together } from './setting.ts'

export const auditSettings = {
  auditSyslog: together(['url'], {
    url: optional(
      'WALKAROUND_AUDIT_SYSLOG_URL',
      Type.String({
        description:
          'Syslog server (RFC 5424) that entries of the audit are sent on to: tls://, tcp:// or udp:// with host and port. Over UDP entries can be lost on the way, and long ones are sent without their values.',
        examples: ['tls://log.example.com:6514'],
      }),
      {
        rule: 'a tls://, tcp:// or udp:// address with host and port alone',
        unset: 'none',
        accept: toSyslogUrl,
      },
    ),
    caFile: optional(
      'WALKAROUND_AUDIT_SYSLOG_CA',
      Type.String({
        minLength: 1,
        description:
          'Path of a PEM file: an authority that the certificate of the syslog server may come from.',
        examples: ['/etc/walkaround/company-ca.pem'],
      }),
      { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
    ),
  }),
  auditHttp: together(['url'], {
    url: optional(
      'WALKAROUND_AUDIT_HTTP_URL',
      Type.String({
        description:
          'Address that entries of the audit are sent on to by POST, a line of JSON for each. A status of 200 to 299 means that it has them.',
        examples: ['https://log.example.com/walkaround'],
      }),
      {
        rule: 'an absolute https:// address without user or fragment (http:// for a server on this machine)',
        unset: 'none',
        secret: 'within an address',
        accept: toSinkUrl,
      },
    ),
    key: optional(
      'WALKAROUND_AUDIT_HTTP_KEY',
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Key for WALKAROUND_AUDIT_HTTP_URL, sent as Authorization: Bearer.',
        examples: ['secret'],
      }),
      {
        rule: 'printable ASCII characters without spaces',
        unset: 'no key',
        secret: true,
        accept: toHeaderValue,
      },
    ),
    secret: optional(
      'WALKAROUND_AUDIT_HTTP_SECRET',
      Type.String({
        description:
          'Secret that what is sent to WALKAROUND_AUDIT_HTTP_URL is signed with, as callbacks are: whsec_ and 24 to 64 bytes as base64.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
      {
        rule: 'whsec_ and 24 to 64 bytes as base64',
        unset: 'not signed',
        secret: true,
        accept: toWebhookSecret,
      },
    ),
    caFile: optional(
      'WALKAROUND_AUDIT_HTTP_CA',
      Type.String({
        minLength: 1,
        description:
          'Path of a PEM file: an authority that the certificate of WALKAROUND_AUDIT_HTTP_URL may come from.',
        examples: ['/etc/walkaround/company-ca.pem'],
      }),
      { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
    ),
  }),
}
