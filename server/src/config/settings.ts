// The settings, one row each: field of the configuration, environment variable, type, limits, default, and words for
// operators. Everything else about a setting follows from its row. Nothing here touches the environment.
import { resolve } from 'node:path'
import { toHeaderValue } from '@walkaround/contract/rules/message-channels.ts'
import { Type } from 'typebox'
import {
  toBaseUrl,
  toBindHost,
  toDatabaseUrl,
  toKeyText,
  toNetworkList,
  toPassphrase,
  toPemPath,
  toPort,
  toProviderUrl,
  toProxyList,
  toS3Endpoint,
  toSecretKey,
} from './accept.ts'
import { auditSettings } from './audit-settings.ts'
import { messageSettings } from './message-settings.ts'
import { always, optional, setting, together } from './setting.ts'

/** The address of the service if none is set; call it once the real port is known. */
export const defaultBaseUrl = (port: number): string =>
  port === 443 ? 'https://localhost' : `https://localhost:${port}`

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const poolers = ['none', 'transaction', 'transaction-prepared'] as const

const MiB = 1024 * 1024
const portRule = 'a whole number from 0 to 65535, and not 80'
const bytesRule = 'a whole number of bytes from 1024 to 67108864 (64 MiB)'

export const settings = {
  dataDir: setting(
    'WALKAROUND_DATA',
    Type.String({
      minLength: 1,
      default: './data',
      description:
        'Folder for everything the service keeps: embedded database, certificates, uploads. Back it up.',
      examples: ['/var/lib/walkaround'],
    }),
    { rule: 'the path of a folder', accept: (path: string) => resolve(path) },
  ),
  host: setting(
    'WALKAROUND_HOST',
    Type.String({
      default: '127.0.0.1',
      description:
        'Address to listen on. The default is reachable from this machine only; 0.0.0.0 or :: opens all interfaces.',
      examples: ['0.0.0.0'],
    }),
    {
      rule: 'an IP address or a host name, without scheme or port',
      accept: toBindHost,
    },
  ),
  port: setting(
    'WALKAROUND_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 8443,
      description: 'Port of the service (HTTPS; HTTP when WALKAROUND_PROXY is set). 0 takes any free port.',
      examples: [443],
    }),
    { rule: portRule, accept: toPort },
  ),
  baseUrl: optional(
    'WALKAROUND_BASE_URL',
    Type.String({
      description:
        'Address under which people and systems reach the service; links and Location headers start with it. It may have a path. The interface itself is under /v1 below it.',
      examples: ['https://inspections.example.com'],
    }),
    {
      rule: 'an absolute https:// address without user, query or fragment, and without /v1 at its end',
      unset: 'https://localhost:<port>',
      printUnset: ({ port }) => (port === 0 ? undefined : defaultBaseUrl(port)),
      accept: toBaseUrl,
    },
  ),
  tls: together(['certFile', 'keyFile'], {
    certFile: optional(
      'WALKAROUND_TLS_CERT',
      Type.String({
        minLength: 1,
        description:
          'Path of a PEM file: the server certificate, then its intermediates. Goes with WALKAROUND_TLS_KEY. Without both, a local authority is made at the first start.',
        examples: ['/etc/walkaround/fullchain.pem'],
      }),
      {
        rule: 'the path of a PEM file',
        unset: 'local authority',
        accept: toPemPath,
      },
    ),
    keyFile: optional(
      'WALKAROUND_TLS_KEY',
      Type.String({
        minLength: 1,
        description: 'Path of a PEM file: the private key of WALKAROUND_TLS_CERT, without passphrase.',
        examples: ['/etc/walkaround/privkey.pem'],
      }),
      {
        rule: 'the path of a PEM file',
        unset: 'local authority',
        accept: toPemPath,
      },
    ),
  }),
  proxy: optional(
    'WALKAROUND_PROXY',
    Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Addresses or networks (CIDR, comma separated) of a proxy that ends TLS. When set, the service speaks plain HTTP to these peers and refuses all others.',
      examples: ['10.0.0.5,fd00:1::/64'],
    }),
    {
      rule: 'a comma separated list of IP addresses or networks such as 10.0.0.0/24',
      unset: 'no proxy',
      accept: toProxyList,
    },
  ),
  localHttpPort: setting(
    'WALKAROUND_LOCAL_HTTP_PORT',
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 8080,
      description:
        'Port of the web pages (never /v1) on plain http://localhost in demo mode, loopback only. 0 switches it off.',
      examples: [0],
    }),
    { rule: portRule, accept: toPort },
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    Type.String({
      description:
        'Address of a PostgreSQL 15 or newer. Without it the database is embedded, in WALKAROUND_DATA.',
      examples: ['postgres://walkaround:password@db.example.com/walkaround'],
    }),
    {
      rule: 'postgres://user:password@host:port/database, with reserved characters of the password percent-encoded',
      unset: 'embedded database',
      secret: 'within an address',
      accept: toDatabaseUrl,
    },
  ),
  databasePool: setting(
    'WALKAROUND_DATABASE_POOL',
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 10,
      description: 'Most connections one process opens to PostgreSQL. The embedded database always has one.',
      examples: [20],
    }),
    { rule: 'a whole number from 1 to 1000' },
  ),
  databasePooler: setting(
    'WALKAROUND_DATABASE_POOLER',
    Type.Enum([...poolers], {
      default: 'none',
      description:
        'Whether DATABASE_URL leads through a pooler in transaction mode, such as PgBouncer: transaction, or transaction-prepared if the pooler keeps prepared statements (PgBouncer 1.21 or later with max_prepared_statements), which is faster. A pooler in session mode is none.',
      examples: ['transaction'],
    }),
    { rule: `one of ${poolers.join(', ')}` },
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    Type.String({
      description:
        'Address of the same database without the pooler of WALKAROUND_DATABASE_POOLER. Migrations, backups and restores use it. A process without it can serve, but refuses those.',
      examples: ['postgres://walkaround:password@db.example.com/walkaround'],
    }),
    {
      rule: 'postgres://user:password@host:port/database, with reserved characters of the password percent-encoded',
      unset: 'DATABASE_URL, or none behind a pooler',
      secret: 'within an address',
      accept: toDatabaseUrl,
    },
  ),
  databaseSeconds: setting(
    'WALKAROUND_DATABASE_SECONDS',
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      default: 30,
      description:
        'How long a statement on PostgreSQL may take before it is cancelled and the caller is told to try again (503). A connection that stays silent for five more seconds is closed. Migrations and restores are not limited.',
      examples: [60],
    }),
    { rule: 'a whole number of seconds from 1 to 3600' },
  ),
  demo: optional(
    'WALKAROUND_DEMO',
    Type.Boolean({
      description:
        'Whether there is a demo dealership with orders, logins and a key. Where other machines can reach the service, it must be set to 1 by hand.',
      examples: [0],
    }),
    { rule: '0 or 1', unset: '1 on a new embedded database, else 0' },
  ),
  logLevel: setting(
    'WALKAROUND_LOG_LEVEL',
    Type.Enum([...logLevels], {
      default: 'info',
      description: 'Lowest severity that is logged.',
      examples: ['warn'],
    }),
    { rule: `one of ${logLevels.join(', ')}` },
  ),
  // A10: JSON bodies 1 MiB, packages and price lists 8 MiB.
  bodyLimit: setting(
    'WALKAROUND_BODY_LIMIT',
    Type.Integer({
      minimum: 1024,
      maximum: 64 * MiB,
      default: MiB,
      description: 'Largest JSON body in bytes.',
      examples: [2 * MiB],
    }),
    { rule: bytesRule },
  ),
  priceListBodyLimit: setting(
    'WALKAROUND_PRICE_LIST_BODY_LIMIT',
    Type.Integer({
      minimum: 1024,
      maximum: 64 * MiB,
      default: 8 * MiB,
      description:
        'Largest JSON body in bytes for packages and price lists; not below WALKAROUND_BODY_LIMIT.',
      examples: [16 * MiB],
    }),
    { rule: bytesRule },
  ),
  vinProvider: together(['url'], {
    url: optional(
      'WALKAROUND_VIN_PROVIDER_URL',
      Type.String({
        description:
          'Address of a provider of vehicle data. It is asked by VIN when neither the vehicles on record nor the built-in decoder can name a vehicle, and must reply with the fields of VehicleInfo.',
        examples: ['https://vin.example.com/vehicles/{vin}'],
      }),
      {
        rule: 'an absolute https:// address with {vin} once in its path or query, without user or fragment',
        unset: 'no provider',
        accept: toProviderUrl,
      },
    ),
    key: optional(
      'WALKAROUND_VIN_PROVIDER_KEY',
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Key for WALKAROUND_VIN_PROVIDER_URL, sent in the header X-API-Key.',
        examples: ['secret'],
      }),
      {
        rule: 'printable ASCII characters without spaces',
        unset: 'no key',
        secret: true,
        accept: toHeaderValue,
      },
    ),
  }),
  s3: together(['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'], {
    endpoint: optional(
      'WALKAROUND_S3_ENDPOINT',
      Type.String({
        description:
          'Address of an S3-compatible store for photos and videos; goes with bucket, access key and secret key. Without it they are in the folder files of WALKAROUND_DATA.',
        examples: ['https://s3.eu-central-1.amazonaws.com'],
      }),
      {
        rule: 'an absolute https:// address (http:// for a store on this machine)',
        unset: 'folder',
        accept: toS3Endpoint,
      },
    ),
    bucket: optional(
      'WALKAROUND_S3_BUCKET',
      Type.String({
        minLength: 3,
        maxLength: 63,
        pattern: '^[a-z0-9][a-z0-9.-]+$',
        description: 'Bucket of photos and videos. It must exist and be private.',
        examples: ['walkaround-files'],
      }),
      { rule: 'the name of a bucket', unset: 'folder' },
    ),
    region: setting(
      'WALKAROUND_S3_REGION',
      Type.String({
        minLength: 1,
        maxLength: 60,
        default: 'us-east-1',
        description: 'Region requests to the S3-compatible store are signed for.',
        examples: ['eu-central-1'],
      }),
      { rule: 'the name of a region' },
    ),
    accessKeyId: optional(
      'WALKAROUND_S3_ACCESS_KEY',
      Type.String({
        minLength: 1,
        description: 'Access key of the S3-compatible store.',
        examples: ['AKIAEXAMPLE'],
      }),
      {
        rule: 'printable ASCII characters without spaces',
        unset: 'folder',
        secret: true,
        accept: toHeaderValue,
      },
    ),
    secretAccessKey: optional(
      'WALKAROUND_S3_SECRET_KEY',
      Type.String({
        minLength: 1,
        description: 'Secret key of the S3-compatible store.',
        examples: ['secret'],
      }),
      {
        rule: 'printable ASCII characters without spaces',
        unset: 'folder',
        secret: true,
        accept: toHeaderValue,
      },
    ),
  }),
  photoBytes: setting(
    'WALKAROUND_PHOTO_BYTES',
    Type.Integer({
      minimum: 100 * 1024,
      maximum: 100 * MiB,
      default: 25 * MiB,
      description: 'Largest photo in bytes.',
      examples: [50 * MiB],
    }),
    { rule: 'a whole number of bytes from 102400 to 104857600 (100 MiB)' },
  ),
  photoMegapixels: setting(
    'WALKAROUND_PHOTO_MEGAPIXELS',
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 60,
      description: 'Largest photo in millions of pixels.',
      examples: [100],
    }),
    { rule: 'a whole number from 1 to 200' },
  ),
  videoBytes: setting(
    'WALKAROUND_VIDEO_BYTES',
    Type.Integer({
      minimum: MiB,
      maximum: 16 * 1024 * MiB,
      default: 2 * 1024 * MiB,
      description: 'Largest video in bytes.',
      examples: [512 * MiB],
    }),
    { rule: 'a whole number of bytes from 1048576 to 17179869184 (16 GiB)' },
  ),
  videoSeconds: setting(
    'WALKAROUND_VIDEO_SECONDS',
    Type.Integer({
      minimum: 10,
      maximum: 3600,
      default: 600,
      description: 'Longest video in seconds, where ffmpeg can tell its length.',
      examples: [300],
    }),
    { rule: 'a whole number of seconds from 10 to 3600' },
  ),
  ffmpeg: setting(
    'WALKAROUND_FFMPEG',
    Type.String({
      minLength: 1,
      default: 'ffmpeg',
      description:
        'The program that converts videos; ffprobe is expected beside it. Without it, videos are served as they were recorded.',
      examples: ['/usr/bin/ffmpeg'],
    }),
    { rule: 'the name or path of a program' },
  ),
  mediaLinkSeconds: setting(
    'WALKAROUND_MEDIA_LINK_SECONDS',
    Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 300,
      description: 'How long the address of a photo or video is valid at least; at most twice as long.',
      examples: [900],
    }),
    { rule: 'a whole number of seconds from 10 to 86400' },
  ),
  secretKey: optional(
    'WALKAROUND_SECRET_KEY',
    Type.String({
      description:
        'The installation’s key, which seals what the database keeps secret, such as the key of the callback: 32 bytes as base64 (openssl rand -base64 32). Without it a key is made in the file secret.key of WALKAROUND_DATA. Several processes on one database need the same key. To change it, set the new key, a space and the former key.',
      examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    }),
    {
      rule: '32 bytes as base64, 44 characters, or several such keys separated by spaces',
      unset: 'file secret.key in WALKAROUND_DATA',
      secret: true,
      accept: toSecretKey,
    },
  ),
  backup: always({
    passphrase: optional(
      'WALKAROUND_BACKUP_PASSPHRASE',
      Type.String({
        description:
          'Passphrase that backups are encrypted with, and that a restore asks for. Preferably given as WALKAROUND_BACKUP_PASSPHRASE_FILE. Without it and WALKAROUND_BACKUP_KEY, backups are encrypted only when the command asks for it.',
        examples: ['four words from a list'],
      }),
      {
        rule: 'at least 12 characters',
        unset: 'not encrypted',
        secret: true,
        accept: toPassphrase,
      },
    ),
    key: optional(
      'WALKAROUND_BACKUP_KEY',
      Type.String({
        description:
          'Key that backups are encrypted with, instead of a passphrase: 32 bytes as base64 (openssl rand -base64 32). Preferably given as WALKAROUND_BACKUP_KEY_FILE.',
        examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
      }),
      {
        rule: '32 bytes as base64, 44 characters',
        unset: 'not encrypted',
        secret: true,
        accept: toKeyText,
      },
    ),
  }),
  callback: always({
    retrySeconds: setting(
      'WALKAROUND_CALLBACK_RETRY_SECONDS',
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        default: 600,
        description:
          'Pause before a failed callback is sent again; five attempts in all. The interface promises 600; shorter values are for tests.',
        examples: [5],
      }),
      { rule: 'a whole number of seconds from 1 to 86400' },
    ),
    allow: setting(
      'WALKAROUND_CALLBACK_ALLOW',
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          'Networks (CIDR, comma separated) that callbacks may go to although they are not public, also over plain http, and where sign-in providers may be. For receivers inside a dealership.',
        examples: ['10.20.0.0/16'],
      }),
      {
        rule: 'a comma separated list of IP addresses or networks such as 10.0.0.0/24',
        unset: 'public addresses over https only',
        otherwise: [],
        accept: toNetworkList,
      },
    ),
    caFile: optional(
      'WALKAROUND_CALLBACK_CA',
      Type.String({
        minLength: 1,
        description:
          'Path of a PEM file: an authority that callbacks trust in addition to the public ones. For receivers whose certificate was issued by the company.',
        examples: ['/etc/walkaround/company-ca.pem'],
      }),
      { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
    ),
  }),
  ...messageSettings,
  shutdownSeconds: setting(
    'WALKAROUND_SHUTDOWN_SECONDS',
    Type.Integer({
      minimum: 1,
      maximum: 600,
      default: 20,
      description: 'How long a stop waits for requests in flight before it cuts them off.',
      examples: [60],
    }),
    { rule: 'a whole number of seconds from 1 to 600' },
  ),
  accessLogDays: setting(
    'WALKAROUND_ACCESS_LOG_DAYS',
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 90,
      description:
        'How long the service keeps who signed in, failed to sign in or was refused, and from which address (walkaround audit). Addresses are personal data: keep them no longer than you need.',
      examples: [30],
    }),
    { rule: 'a whole number of days from 1 to 3650' },
  ),
  auditDays: setting(
    'WALKAROUND_AUDIT_DAYS',
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      default: 1095,
      description:
        'How long the service keeps entries of the audit: who changed what about access, settings and prices, and who signed in (walkaround audit). Older ones are cut off, and the chain goes on from there; 0 keeps them for ever. They hold names and addresses of your people.',
      examples: [3650],
    }),
    { rule: 'a whole number of days from 0 to 36500' },
  ),
  ...auditSettings,
  keyRequestsPerMinute: setting(
    'WALKAROUND_KEY_REQUESTS_PER_MINUTE',
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 12_000,
      description:
        'How many requests a minute an API key may make; beyond that the reply is 429. A key may have a limit of its own (walkaround key limit). Each process counts for itself. 0 sets no limit.',
      examples: [60_000],
    }),
    { rule: 'a whole number from 0 to 10000000' },
  ),
  requestLogDays: setting(
    'WALKAROUND_REQUEST_LOG_DAYS',
    Type.Integer({
      minimum: 0,
      maximum: 90,
      default: 14,
      description:
        'How long every request of a key is kept, with the reason of a refusal but without personal data (walkaround request log). 0 keeps none and drops what there is.',
      examples: [30],
    }),
    { rule: 'a whole number of days from 0 to 90' },
  ),
  sessionIdleMinutes: setting(
    'WALKAROUND_SESSION_IDLE_MINUTES',
    Type.Integer({
      minimum: 5,
      maximum: 720,
      default: 240,
      description:
        'A session of the web apps ends after this long without a request, and in any case twelve hours after signing in. Changes a tablet has not sent yet stay on it.',
      examples: [60],
    }),
    { rule: 'a whole number of minutes from 5 to 720' },
  ),
  undecidedHours: setting(
    'WALKAROUND_UNDECIDED_HOURS',
    Type.Integer({
      minimum: 1,
      maximum: 336,
      default: 24,
      description:
        'An owner who has opened the page and not decided for this long is told of in the inbox of the workshop app.',
      examples: [48],
    }),
    { rule: 'a whole number of hours from 1 to 336' },
  ),
}
