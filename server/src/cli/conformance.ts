// walkaround conformance: examines a server through the interface, and walkaround conformance receiver a receiver of callbacks.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command as Commander, Option } from 'commander'
import type { Send } from '../conformance/exchange.ts'
import { PREFIX, type Target } from '../conformance/kit.ts'
import { examineReceiver, reachReceiver, unknownChecks } from '../conformance/receiver.ts'
import { runClauses, unknownNames, whyNoDealer } from '../conformance/run.ts'
import { isGreen, type Sheet, toJson, toJunit, toText } from '../conformance/sheet.ts'
import { secretBytes } from '../lib/webhook-signature.ts'
import { exitCodes, Misuse, Unreachable } from './failures.ts'
import {
  addressOf,
  given,
  keyOptions,
  needed,
  type Options,
  text,
  withHttp,
  withoutSlash,
} from './interface-options.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { wrapped } from './table.ts'
import { openTerminal } from './terminal.ts'

/** Longer than a server may take for a PDF; a receiver has 10 seconds. */
const TIMEOUT_MS = 30_000
const RECEIVER_TIMEOUT_MS = 10_000
const PATIENCE_MS = 5_000
const BETWEEN_TRIES_MS = 500
const DEALER_CODE = 'CONFORMANCE'

/** Words in the id of a client that say that nobody works with it. */
const FOR_TRYING = /(^|[^a-z])(demo|test|try|sandbox|staging|conformance)([^a-z]|$)/i

const reports = (command: Commander) =>
  command
    .option('--only <numbers>', 'only these clauses: A1,B2.3')
    .option('--junit <file>', 'write the sheet as JUnit XML as well')
    .addOption(new Option('--json [file]', 'print the sheet as JSON, or write it to a file as well'))

export const conformanceCommand: LocalCommand = {
  description:
    'Examine a server by the clauses of the interface, through the interface alone, and print a sheet. Makes orders, leads and packages ' +
    `whose ids begin with ${PREFIX}; closes and rejects the orders and leads at the end. Packages stay, as the interface cannot remove them.`,
  hasJson: false,
  define(command) {
    // Otherwise --url of the receiver would be taken as this one.
    command.enablePositionalOptions()
    command.option('--url <address>', 'address of the interface: https://host/v1')
    keyOptions(command, 'API key')
      .option('--client <id>', 'system client to work in')
      .option('--ca <file>', 'certificate authority to trust beside the public ones')
      .option('--dealer-code <code>', `dealer code of the orders; ${DEALER_CODE} if left out`)
      .option('--other-client <id>', 'a client that the key does not reach, for clause B3.4')
      .option('--photo-survey <id>', 'a survey with a photo, for clauses D6.2 to D6.4; it is only read')
      .option('--completed-survey <id>', 'a survey that is completed, for clause B3.3')
      .option('--yes', 'work in a client that people work with')
    reports(command)
  },
  run: examineServer,
}

export const conformanceReceiverCommand: LocalCommand = {
  summary: 'examine a receiver of callbacks',
  description:
    'Play the service against a receiver of callbacks: genuine messages, forged and late ones, repeats, many at once. Prints a sheet that ' +
    'says what to mend. Every id that is sent begins with test-.',
  hasJson: false,
  define(command) {
    command
      .option('--port <number>', 'the receiver is on this machine: http://127.0.0.1:<number>')
      .option('--url <address>', 'address of the receiver; /<id of the message> is added')
    keyOptions(command, 'key that is sent in X-Api-Key')
      .option('--secret <secret>', 'secret that signs: whsec_…; without it nothing is signed')
      .option('--secret-file <file>', 'the same from the first line of a file; - is standard input')
      .option('--client <id>', 'systemClientId of the messages', 'test')
      .option('--ca <file>', 'certificate authority to trust beside the public ones')
    reports(command)
  },
  run: examineOwnReceiver,
}

function onlyOf(options: Options, unknown: (only: string[]) => string[]): string[] {
  const only = (text(options, 'only') ?? '').split(',').flatMap((name) => name.trim().toUpperCase() || [])
  const [first] = unknown(only)
  if (first !== undefined) throw new Misuse(`--only: there is no clause "${first}"`)
  return only
}

const newRun = () => randomBytes(3).toString('hex')

async function examineServer({ terminal, options, signal }: LocalContext): Promise<number> {
  const help = 'walkaround conformance'
  const url = addressOf(needed(options, 'url', '--url', help), '--url')
  const key = await given(options, 'key')
  if (!key)
    throw new Misuse('--key is missing', 'Give --key or --key-file; walkaround key issue makes a key.')
  const client = needed(options, 'client', '--client', help)
  const only = onlyOf(options, unknownNames)
  if (!options.yes && !FOR_TRYING.test(client)) {
    throw new Misuse(
      `"${client}" may be a client that people work with: about 150 orders and leads would appear in it for seconds and stay as rejected ones`,
      'Use a client for trying, whose id has the word demo, test, sandbox, staging or conformance; or add --yes.',
    )
  }
  const target: Target = {
    origin: url.origin,
    basePath: withoutSlash(url.pathname),
    key,
    client,
    dealerCode: text(options, 'dealerCode') ?? DEALER_CODE,
    otherClient: text(options, 'otherClient'),
    photoSurvey: text(options, 'photoSurvey'),
    completedSurvey: text(options, 'completedSurvey'),
  }
  return withHttp(options, url, TIMEOUT_MS, async (send) => {
    await assertReached(send, target)
    const around = { send, target, run: newRun(), pause: (ms: number) => pause(ms), signal }
    const complaint = await whyNoDealer(around)
    if (complaint !== undefined) throw new Misuse(`--dealer-code: the server refuses it: ${complaint}`)
    const sheet = await runClauses({ ...around, only, progress: terminal.progress })
    return report({ terminal, options }, sheet)
  })
}

/** Says at once what no clause could say better: nobody there, a wrong key, a wrong client. */
async function assertReached(send: Send, { basePath, client, key }: Target): Promise<void> {
  const path = `${basePath}/system-clients/${encodeURIComponent(client)}/survey-templates`
  const { status, body } = await send({ method: 'GET', path, headers: { 'x-api-key': key } }, '')
  const told = body.toString('utf8').slice(0, 300)
  if (status === 401) throw new Misuse(`--key: the server does not know the key: ${told}`)
  if (status === 403) throw new Misuse(`--client: the key does not reach "${client}": ${told}`)
  if (status === 404) throw new Misuse(`--url: there is no interface at ${basePath}: ${told}`)
  if (status !== 200) throw new Unreachable(`the server answered ${status}: ${told}`)
}

async function examineOwnReceiver({ terminal, options }: LocalContext): Promise<number> {
  const port = text(options, 'port')
  if ((port === undefined) === (text(options, 'url') === undefined)) {
    throw new Misuse(
      'give --port or --url',
      'Run walkaround conformance receiver --help to see what it takes.',
    )
  }
  if (port !== undefined && !(Number(port) > 0 && Number(port) < 65_536)) {
    throw new Misuse(`--port: "${port}" is not a port`)
  }
  const url = addressOf(text(options, 'url') ?? `http://127.0.0.1:${port}`, '--url')
  const secret = await given(options, 'secret')
  if (secret !== undefined && secretBytes(secret) === undefined) {
    throw new Misuse('--secret: must be whsec_ and 24 to 64 bytes as Base64')
  }
  const only = onlyOf(options, unknownChecks)
  return withHttp(options, url, RECEIVER_TIMEOUT_MS, async (send) => {
    const asked = {
      send,
      url: withoutSlash(url.href),
      key: (await given(options, 'key')) ?? 'conformance',
      secret,
      otherSecret: `whsec_${randomBytes(32).toString('base64')}`,
      run: newRun(),
      client: text(options, 'client') ?? 'test',
      clock: () => new Date(),
      only,
      progress: terminal.progress,
    }
    await untilReached(() => reachReceiver(asked), url)
    return report({ terminal, options }, await examineReceiver(asked))
  })
}

/** A receiver that was started by the line before may need a moment. */
async function untilReached(reach: () => Promise<void>, { href }: URL): Promise<void> {
  const patience = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await reach()
    } catch (error) {
      if (Date.now() > patience) throw new Unreachable(`${href}: ${(error as Error).message}`)
    }
    await pause(BETWEEN_TRIES_MS)
  }
}

function report({ terminal, options }: Pick<LocalContext, 'terminal' | 'options'>, sheet: Sheet): number {
  const { junit, json } = options as { junit?: string; json?: string | true }
  if (junit !== undefined) writeFileSync(junit, toJunit(sheet))
  if (typeof json === 'string') writeFileSync(json, `${JSON.stringify(toJson(sheet), undefined, 2)}\n`)
  terminal.done()
  // With a file for the JSON, the terminal shows the words.
  const shown = typeof json === 'string' ? openTerminal(false) : terminal
  const words = toText(sheet, (line, indent) => wrapped(line, shown.cells - indent, ' '.repeat(indent)))
  shown.result(toJson(sheet), words)
  return isGreen(sheet) ? exitCodes.ok : exitCodes.refused
}
