// The settings: names, types, limits, defaults, and words for operators, in one table. Only config.ts reads it, and
// nothing here touches the environment. A new setting is a row here and a field in config.ts.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Type } from 'typebox'
import { messageSettings } from './message-settings.ts'
import { setting, toHeaderValue, toPemPath } from './setting.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const MiB = 1024 * 1024
const portRule = 'a whole number from 0 to 65535, and not 80'
const bytesRule = 'a whole number of bytes from 1024 to 67108864 (64 MiB)'

export const settings = {
  WALKAROUND_DATA: setting(
    Type.String({
      minLength: 1,
      default: './data',
      description:
        'Folder of everything the service keeps: embedded database, certificates, uploads. Back it up.',
      examples: ['/var/lib/walkaround'],
    }),
    { rule: 'the path of a folder', accept: (path) => resolve(path) },
  ),
  WALKAROUND_HOST: setting(
    Type.String({
      default: '127.0.0.1',
      description:
        'Address to listen on. The default is reachable from this machine only; 0.0.0.0 or :: opens all interfaces.',
      examples: ['0.0.0.0'],
    }),
    {
      rule: 'an IP address or a host name, without scheme and port',
      accept: toBindHost,
    },
  ),
  WALKAROUND_PORT: setting(
    Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 8443,
      description: 'Port of the service (HTTPS; HTTP when WALKAROUND_PROXY is set). 0 takes any free port.',
      examples: [443],
    }),
    { rule: portRule, accept: toPort },
  ),
  WALKAROUND_BASE_URL: setting(
    Type.String({
      description:
        'Address under which people and systems reach the service; links and Location headers start with it. May carry a path. The interface itself lies under /v1 below it.',
      examples: ['https://inspections.example.com'],
    }),
    {
      rule: 'an absolute https:// address without user, query and fragment, and without /v1 at its end',
      unset: 'https://localhost:<port>',
      accept: toBaseUrl,
    },
  ),
  WALKAROUND_TLS_CERT: setting(
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
  WALKAROUND_TLS_KEY: setting(
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
  WALKAROUND_PROXY: setting(
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
  WALKAROUND_LOCAL_HTTP_PORT: setting(
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
  DATABASE_URL: setting(
    Type.String({
      description: 'PostgreSQL 15 or newer. Without it the database is embedded and lies in WALKAROUND_DATA.',
      examples: ['postgres://walkaround:password@db.example.com/walkaround'],
    }),
    {
      rule: 'postgres://user:password@host:port/database, with reserved characters of the password percent-encoded',
      unset: 'embedded database',
      secret: 'within an address',
      accept: toDatabaseUrl,
    },
  ),
  WALKAROUND_DATABASE_POOL: setting(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 10,
      description: 'Most connections one process opens to PostgreSQL. The embedded database always has one.',
      examples: [20],
    }),
    { rule: 'a whole number from 1 to 1000' },
  ),
  WALKAROUND_DATABASE_SECONDS: setting(
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      default: 30,
      description:
        'How long a statement on PostgreSQL may take before it is given up and the caller told to come back (503). A connection that stays silent for five seconds more is closed. Migrations and restoring take as long as they take.',
      examples: [60],
    }),
    { rule: 'a whole number of seconds from 1 to 3600' },
  ),
  WALKAROUND_DEMO: setting(
    Type.Boolean({
      description:
        'Demo dealership with its orders, logins and a key. Where other machines can reach the service, it must be set to 1 by hand.',
      examples: [0],
    }),
    { rule: '0 or 1', unset: '1 on a new embedded database, else 0' },
  ),
  WALKAROUND_LOG_LEVEL: setting(
    Type.Enum([...logLevels], {
      default: 'info',
      description: 'Least severity that is logged.',
      examples: ['warn'],
    }),
    { rule: `one of ${logLevels.join(', ')}` },
  ),
  // A10: JSON bodies 1 MiB, packages and price lists 8 MiB.
  WALKAROUND_BODY_LIMIT: setting(
    Type.Integer({
      minimum: 1024,
      maximum: 64 * MiB,
      default: MiB,
      description: 'Largest JSON body in bytes.',
      examples: [2 * MiB],
    }),
    { rule: bytesRule },
  ),
  WALKAROUND_PRICE_LIST_BODY_LIMIT: setting(
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
  WALKAROUND_VIN_PROVIDER_URL: setting(
    Type.String({
      description:
        'Address of a provider of vehicle data, asked by VIN when neither own vehicles nor the built-in decoder can name a vehicle. It must answer with the fields of VehicleInfo.',
      examples: ['https://vin.example.com/vehicles/{vin}'],
    }),
    {
      rule: 'an absolute https:// address with {vin} once in its path or query, without user and fragment',
      unset: 'no provider',
      accept: toProviderUrl,
    },
  ),
  WALKAROUND_VIN_PROVIDER_KEY: setting(
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
  WALKAROUND_S3_ENDPOINT: setting(
    Type.String({
      description:
        'Address of an S3-compatible store for photos and videos; goes with bucket, access key and secret key. Without it they lie in the folder files of WALKAROUND_DATA.',
      examples: ['https://s3.eu-central-1.amazonaws.com'],
    }),
    {
      rule: 'an absolute https:// address (http:// for a store on this machine)',
      unset: 'folder',
      accept: toS3Endpoint,
    },
  ),
  WALKAROUND_S3_BUCKET: setting(
    Type.String({
      minLength: 3,
      maxLength: 63,
      pattern: '^[a-z0-9][a-z0-9.-]+$',
      description: 'Bucket of photos and videos. It must exist and be private.',
      examples: ['walkaround-files'],
    }),
    { rule: 'the name of a bucket', unset: 'folder' },
  ),
  WALKAROUND_S3_REGION: setting(
    Type.String({
      minLength: 1,
      maxLength: 60,
      default: 'us-east-1',
      description: 'Region requests to the S3-compatible store are signed for.',
      examples: ['eu-central-1'],
    }),
    { rule: 'the name of a region' },
  ),
  WALKAROUND_S3_ACCESS_KEY: setting(
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
  WALKAROUND_S3_SECRET_KEY: setting(
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
  WALKAROUND_PHOTO_BYTES: setting(
    Type.Integer({
      minimum: 100 * 1024,
      maximum: 100 * MiB,
      default: 25 * MiB,
      description: 'Largest photo in bytes.',
      examples: [50 * MiB],
    }),
    { rule: 'a whole number of bytes from 102400 to 104857600 (100 MiB)' },
  ),
  WALKAROUND_PHOTO_MEGAPIXELS: setting(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 60,
      description: 'Largest photo in millions of pixels.',
      examples: [100],
    }),
    { rule: 'a whole number from 1 to 200' },
  ),
  WALKAROUND_VIDEO_BYTES: setting(
    Type.Integer({
      minimum: MiB,
      maximum: 16 * 1024 * MiB,
      default: 2 * 1024 * MiB,
      description: 'Largest video in bytes.',
      examples: [512 * MiB],
    }),
    { rule: 'a whole number of bytes from 1048576 to 17179869184 (16 GiB)' },
  ),
  WALKAROUND_VIDEO_SECONDS: setting(
    Type.Integer({
      minimum: 10,
      maximum: 3600,
      default: 600,
      description: 'Longest video in seconds, where ffmpeg can tell its length.',
      examples: [300],
    }),
    { rule: 'a whole number of seconds from 10 to 3600' },
  ),
  WALKAROUND_FFMPEG: setting(
    Type.String({
      minLength: 1,
      default: 'ffmpeg',
      description:
        'The program that converts videos; ffprobe is expected beside it. Where it is missing, videos are served with their pictures as they were recorded.',
      examples: ['/usr/bin/ffmpeg'],
    }),
    { rule: 'the name or path of a program' },
  ),
  WALKAROUND_MEDIA_LINK_SECONDS: setting(
    Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 300,
      description: 'How long the address of a photo or video lives at least; at most twice as long.',
      examples: [900],
    }),
    { rule: 'a whole number of seconds from 10 to 86400' },
  ),
  WALKAROUND_SECRET_KEY: setting(
    Type.String({
      description:
        'The installation’s key, which seals what the database keeps secret, such as the key of the callback: 32 bytes as base64 (openssl rand -base64 32). Without it a key is made in the file secret.key of WALKAROUND_DATA. Several processes on one database need the same. While it is changed: the new one, a space, the former one.',
      examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    }),
    {
      rule: '32 bytes as base64, 44 characters, or several such with spaces between',
      unset: 'file secret.key in WALKAROUND_DATA',
      secret: true,
      accept: toSecretKey,
    },
  ),
  WALKAROUND_BACKUP_PASSPHRASE: setting(
    Type.String({
      description:
        'Passphrase that backups are encrypted with, and that a restore asks for. Better given as WALKAROUND_BACKUP_PASSPHRASE_FILE. Without it and WALKAROUND_BACKUP_KEY backups are not encrypted, unless the command says so.',
      examples: ['four words from a list'],
    }),
    {
      rule: 'at least 12 characters',
      unset: 'not encrypted',
      secret: true,
      accept: toPassphrase,
    },
  ),
  WALKAROUND_BACKUP_KEY: setting(
    Type.String({
      description:
        'Key that backups are encrypted with, instead of a passphrase: 32 bytes as base64 (openssl rand -base64 32). Better given as WALKAROUND_BACKUP_KEY_FILE.',
      examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    }),
    {
      rule: '32 bytes as base64, 44 characters',
      unset: 'not encrypted',
      secret: true,
      accept: toKeyText,
    },
  ),
  WALKAROUND_CALLBACK_RETRY_SECONDS: setting(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 600,
      description:
        'Pause before a callback that failed is sent again; five attempts in all. The interface promises 600; shorter is for tests.',
      examples: [5],
    }),
    { rule: 'a whole number of seconds from 1 to 86400' },
  ),
  WALKAROUND_CALLBACK_ALLOW: setting(
    Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Networks (CIDR, comma separated) callbacks may go to although they are not public, also over plain http. For receivers inside a dealership.',
      examples: ['10.20.0.0/16'],
    }),
    {
      rule: 'a comma separated list of IP addresses or networks such as 10.0.0.0/24',
      unset: 'public addresses over https only',
      accept: toNetworkList,
    },
  ),
  WALKAROUND_CALLBACK_CA: setting(
    Type.String({
      minLength: 1,
      description:
        'Path of a PEM file: an authority that callbacks trust beside the public ones. For receivers with a certificate of the company.',
      examples: ['/etc/walkaround/company-ca.pem'],
    }),
    { rule: 'the path of a PEM file', unset: 'public authorities', accept: toPemPath },
  ),
  ...messageSettings,
  WALKAROUND_SHUTDOWN_SECONDS: setting(
    Type.Integer({
      minimum: 1,
      maximum: 600,
      default: 20,
      description: 'How long a stop waits for requests in flight before it cuts them off.',
      examples: [60],
    }),
    { rule: 'a whole number of seconds from 1 to 600' },
  ),
  WALKAROUND_ACCESS_LOG_DAYS: setting(
    Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 90,
      description:
        'How long it is kept who signed in, failed to or was refused, and from which address (walkaround audit). Addresses are personal data: keep them no longer than you need.',
      examples: [30],
    }),
    { rule: 'a whole number of days from 1 to 3650' },
  ),
  WALKAROUND_SESSION_IDLE_MINUTES: setting(
    Type.Integer({
      minimum: 5,
      maximum: 720,
      default: 240,
      description:
        'A session of the web apps ends after so long without a request, and in any case twelve hours after signing in. What a tablet has not sent yet stays on it.',
      examples: [60],
    }),
    { rule: 'a whole number of minutes from 5 to 720' },
  ),
}

// Function declarations, so that the table above can name them.

function toBindHost(given: string): string {
  const host = given.replace(/^\[(.*)\]$/, '$1')
  const isName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i.test(
    host,
  )
  // Four numbers that are no address, such as 300.1.1.1, would pass as a name and fail later without a word why.
  if (isIP(host) === 0 && (!isName || /^[\d.]+$/.test(host))) throw new Error('it is neither')
  return host
}

// The interface keeps plain HTTP on port 80 closed, and H1 serves nothing there.
function toPort(port: number): number {
  if (port === 80) throw new Error('port 80 stays closed by design')
  return port
}

function toBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url) throw new Error('it is not an absolute address')
  if (url.protocol !== 'https:') throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it carries a user or a password')
  if (given.includes('?') || given.includes('#')) throw new Error('it carries a query or a fragment')
  if (url.port === '80') throw new Error('port 80 stays closed by design')
  const path = url.pathname.replace(/\/+$/, '')
  if (/\/v1$/i.test(path)) throw new Error('/v1 is added by the service itself, leave it off')
  return url.origin + path
}

function toProviderUrl(given: string): string {
  if (given.split('{vin}').length !== 2) throw new Error('it does not name {vin} once')
  const sample = '11111111111111111'
  const address = given.replace('{vin}', sample)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw new Error('it is not an absolute address')
  if (url.protocol !== 'https:') throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it carries a user or a password')
  if (url.hash) throw new Error('it carries a fragment')
  if (!`${url.pathname}${url.search}`.includes(sample)) throw new Error('{vin} is not in its path or query')
  return given
}

function toS3Endpoint(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url) throw new Error('it is not an absolute address')
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it carries a user or a password')
  if (url.search || url.hash) throw new Error('it carries a query or a fragment')
  return given.replace(/\/+$/, '')
}

/** 32 bytes as base64. Buffer.from passes over what is none: a cut or mistyped key would become another one. */
export const isKeyText = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

function toKeyText(given: string): string {
  if (!isKeyText(given)) throw new Error('it is not that')
  return given
}

function toSecretKey(given: string): string {
  const keys = given.trim().split(/[\s,]+/)
  return keys.map(toKeyText).join(' ')
}

export const SHORTEST_PASSPHRASE = 12

function toPassphrase(given: string): string {
  if ([...given].length < SHORTEST_PASSPHRASE) throw new Error('it is shorter')
  return given
}

function toProxyList(items: string[]): string[] {
  const everybody = toNetworkList(items).find((item) => item.endsWith('/0'))
  if (everybody !== undefined)
    throw new Error(`"${everybody}" is everybody, and everybody could pose as the proxy`)
  return items
}

function toNetworkList(items: string[]): string[] {
  for (const item of items) {
    const [address = '', prefix, ...more] = item.split('/')
    const family = isIP(address)
    if (family === 0 || more.length > 0) throw new Error(`"${item}" is neither an address nor a network`)
    if (prefix === undefined) continue
    const bits = family === 4 ? 32 : 128
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)
      throw new Error(`"${item}" has no prefix from 1 to ${bits}`)
  }
  return items
}

function toDatabaseUrl(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given))
    throw new Error('it starts with neither postgres:// nor postgresql://')
  // No host is the server's socket file, legal for PostgreSQL and not for URL.
  if (!URL.canParse(given.replace('@/', '@localhost/'))) throw new Error('it is not a valid address')
  return given
}
