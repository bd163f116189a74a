// The settings of the message channels; a part of the table in settings.ts.
import {
  toBotToken,
  toGatewayUrl,
  toHeaders,
  toHeaderValue,
  toMailFrom,
  toSmsBody,
  toSmtpUrl,
} from '@walkaround/contract/rules/message-channels.ts'
import { Type } from 'typebox'
import { toNetworkList, toPemPath } from './accept.ts'
import { anyOf, optional, setting, together } from './setting.ts'

export const messageSettings = {
  messageAllow: setting(
    'WALKAROUND_MESSAGE_ALLOW',
    Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Networks (CIDR, comma separated) that mail servers and SMS gateways of clients may be in although they are not public. It is about what admins of clients set up; the channels of the installation reach everything.',
      examples: ['10.20.0.0/16'],
    }),
    {
      rule: 'a comma separated list of IP addresses or networks such as 10.0.0.0/24',
      unset: 'public addresses only',
      otherwise: [],
      accept: toNetworkList,
    },
  ),
  mail: together(['url', 'from'], {
    url: optional(
      'WALKAROUND_SMTP_URL',
      Type.String({
        description:
          'Mail server that sends e-mail: smtps:// for TLS from the start (465), smtp:// for STARTTLS (587), with a percent-encoded user and password if the server needs them. Without it e-mail stays in the built-in outbox.',
        examples: ['smtps://user:password@mail.example.com'],
      }),
      {
        rule: 'an smtp:// or smtps:// address without path or query',
        unset: 'outbox',
        secret: 'within an address',
        accept: toSmtpUrl,
      },
    ),
    from: optional(
      'WALKAROUND_MAIL_FROM',
      Type.String({
        description:
          'Sender of e-mail: an address, or a name and an address. Without a name, the name of the dealership is used.',
        examples: ['service@example.com'],
      }),
      {
        rule: 'name@example.com, or Name <name@example.com>',
        unset: 'none',
        accept: toMailFrom,
        print: ({ address, name }) => (name === undefined ? address : `${name} <${address}>`),
      },
    ),
    caFile: optional(
      'WALKAROUND_SMTP_CA',
      Type.String({
        minLength: 1,
        description:
          'Path of a PEM file: an authority that may have issued the certificate of the mail server, in addition to the public ones. For mail servers whose certificate was issued by the company.',
        examples: ['/etc/walkaround/company-ca.pem'],
      }),
      { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
    ),
    allowsOpen: optional(
      'WALKAROUND_SMTP_ALLOW_OPEN',
      Type.Boolean({
        description:
          'Allows e-mails with an owner’s link or code to be sent without TLS when the mail server offers no STARTTLS. Anybody who listens on that connection can then decide in the owner’s place.',
        examples: [0],
      }),
      { rule: '0 or 1', unset: '0' },
    ),
  }),
  sms: anyOf(['preset', 'url'], {
    preset: optional(
      'WALKAROUND_SMS_PRESET',
      Type.Enum(['twilio'], {
        type: 'string',
        description:
          'An SMS gateway whose interface is built in: twilio needs WALKAROUND_SMS_ACCOUNT, WALKAROUND_SMS_KEY and WALKAROUND_SMS_FROM; WALKAROUND_SMS_URL then only names another host.',
        examples: ['twilio'],
      }),
      { rule: 'twilio', unset: 'as the other settings say' },
    ),
    url: optional(
      'WALKAROUND_SMS_URL',
      Type.String({
        description:
          'Address of an HTTP gateway for SMS, called once per message; it may contain {to}, {text}, {from} and {id}. Without it and without a preset, SMS stay in the built-in outbox.',
        examples: ['https://sms.example.com/send'],
      }),
      {
        rule: 'an absolute https:// address (http:// for a gateway on this machine)',
        unset: 'outbox',
        accept: toGatewayUrl,
      },
    ),
    method: setting(
      'WALKAROUND_SMS_METHOD',
      Type.Enum(['POST', 'PUT', 'GET'], {
        type: 'string',
        default: 'POST',
        description: 'Method of the requests to WALKAROUND_SMS_URL.',
        examples: ['PUT'],
      }),
      { rule: 'POST, PUT or GET' },
    ),
    headers: setting(
      'WALKAROUND_SMS_HEADERS',
      Type.String({
        description:
          'Headers of the requests to WALKAROUND_SMS_URL as a JSON object. The Content-Type, application/json unless named, decides how values are put into the body.',
        examples: ['{"Authorization":"Bearer secret"}'],
      }),
      { rule: 'a JSON object of strings', unset: 'none', otherwise: {}, secret: true, accept: toHeaders },
    ),
    body: setting(
      'WALKAROUND_SMS_BODY',
      Type.String({
        default: '{"to":"{to}","text":"{text}"}',
        description:
          'Body of the requests to WALKAROUND_SMS_URL, with {to}, {text}, and {from} and {id} if wanted.',
        examples: ['{"recipient":"{to}","body":"{text}"}'],
      }),
      { rule: 'a text that contains {to} and {text}', accept: toSmsBody },
    ),
    from: optional(
      'WALKAROUND_SMS_FROM',
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'Sender of SMS: a number or a name, as the gateway allows.',
        examples: ['+15005550006'],
      }),
      { rule: 'up to 40 characters', unset: 'none' },
    ),
    account: optional(
      'WALKAROUND_SMS_ACCOUNT',
      Type.String({
        minLength: 1,
        description: 'Account at the gateway of WALKAROUND_SMS_PRESET.',
        examples: ['AC123'],
      }),
      { rule: 'printable ASCII characters without spaces', unset: 'none', accept: toHeaderValue },
    ),
    key: optional(
      'WALKAROUND_SMS_KEY',
      Type.String({ minLength: 1, description: 'Secret of WALKAROUND_SMS_ACCOUNT.', examples: ['secret'] }),
      {
        rule: 'printable ASCII characters without spaces',
        unset: 'none',
        secret: true,
        accept: toHeaderValue,
      },
    ),
    caFile: optional(
      'WALKAROUND_SMS_CA',
      Type.String({
        minLength: 1,
        description:
          'Path of a PEM file: an authority that may have issued the certificate of the SMS gateway, in addition to the public ones.',
        examples: ['/etc/walkaround/company-ca.pem'],
      }),
      { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
    ),
  }),
  telegramToken: optional(
    'WALKAROUND_TELEGRAM_TOKEN',
    Type.String({
      description:
        'Token of a Telegram bot, as BotFather gives it. People start the bot through a link that staff show them. Without a token, Telegram is not offered.',
      examples: ['123456:secret'],
    }),
    { rule: 'digits, a colon and the secret', unset: 'none', secret: true, accept: toBotToken },
  ),
}
