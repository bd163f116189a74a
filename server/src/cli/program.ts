// The structure of the command line: which commands exist, in which groups, with which help. It runs nothing.
import { Command as Commander, type CommanderError, Option } from 'commander'
import type { Command } from './commands/define.ts'
import { listCommands } from './commands.ts'
import { Misuse } from './failures.ts'
import { localCommands } from './local.ts'
import type { LocalCommand } from './local-command.ts'
import { addOptions } from './options.ts'

export interface Invocation {
  /** As typed: client add. */
  name: string
  words: string[]
  options: Record<string, unknown>
}

/** First words of commands. The summary of a command of one word is here, so that the list of them loads no command. */
export const groups: Record<string, { summary: string; heading: string }> = {
  serve: { summary: 'start the service and keep it running', heading: 'Running:' },
  'set-up': { summary: 'the link that leads through the first start', heading: 'Running:' },
  client: { summary: 'system clients: dealer groups and dealerships', heading: 'Access:' },
  site: { summary: 'places the branches of a client belong to', heading: 'Access:' },
  branch: { summary: 'branches and their dealer codes', heading: 'Access:' },
  login: { summary: 'people and systems that sign in', heading: 'Access:' },
  invitation: { summary: 'people who are to choose a password by a link', heading: 'Access:' },
  tablet: { summary: 'tablets that several people share, unlocked with a PIN', heading: 'Access:' },
  key: { summary: 'API keys of logins', heading: 'Access:' },
  provider: { summary: 'providers where people sign in by OpenID Connect', heading: 'Access:' },
  'sign-in': { summary: 'passwords on or off, and spare logins', heading: 'Access:' },
  audit: { summary: 'show sign-ins, refusals and changes, newest first', heading: 'Access:' },
  template: { summary: 'survey templates', heading: 'Inspections:' },
  survey: { summary: 'surveys of orders and leads', heading: 'Inspections:' },
  package: { summary: 'packages of labour and material, and their prices', heading: 'Inspections:' },
  assignment: { summary: 'packages bound to answers of templates', heading: 'Inspections:' },
  vehicle: { summary: 'vehicles by VIN or plate', heading: 'Inspections:' },
  inspection: { summary: 'inspections begun without the DMS, and their orders', heading: 'Inspections:' },
  video: { summary: 'videos of surveys', heading: 'Inspections:' },
  'owner-link': { summary: "links to the owner's page of a survey", heading: 'Inspections:' },
  message: { summary: 'messages to customers and staff', heading: 'Inspections:' },
  'message-template': { summary: 'words of messages', heading: 'Inspections:' },
  'message-channel': { summary: 'mail server, SMS gateway and bot of a client', heading: 'Inspections:' },
  'owner-text': { summary: "texts of the owner's page in a client's own words", heading: 'Inspections:' },
  phrase: { summary: 'phrases for comments on tablets', heading: 'Inspections:' },
  'rejection-reason': { summary: 'why customers may say that they decline', heading: 'Inspections:' },
  callback: { summary: 'callbacks to the DMS: receiver, log, tests', heading: 'Inspections:' },
  sandbox: {
    summary: 'clients for trying out a DMS: make, move the clock, start over',
    heading: 'Trying out:',
  },
  simulate: { summary: 'the workshop and the owner of a sandbox', heading: 'Trying out:' },
  dms: { summary: 'a small DMS that plays scenarios in a sandbox', heading: 'Trying out:' },
  history: { summary: 'tell everything that happened to a car', heading: 'Inspections:' },
  today: { summary: 'tell what is lost between finding and invoice', heading: 'Inspections:' },
  request: { summary: 'what keys called, and why it was refused', heading: 'Inspections:' },
  contact: { summary: 'contact data that are kept from changes', heading: 'Data:' },
  figures: { summary: 'what was counted: orders, checks, offers and money', heading: 'Data:' },
  ledger: { summary: 'what became of what was found, offered and sold', heading: 'Data:' },
  parts: { summary: 'parts that findings need', heading: 'Inspections:' },
  'put-off': { summary: 'work that customers put off or declined', heading: 'Inspections:' },
  reminders: { summary: 'reminders of put-off work', heading: 'Inspections:' },
  event: { summary: 'the log of events, and how long it is kept', heading: 'Data:' },
  demo: { summary: 'add the demo dealership: logins, orders, a key', heading: 'Data:' },
  backup: { summary: 'write a backup to a file', heading: 'Data:' },
  restore: { summary: 'load a backup; the service must be stopped', heading: 'Data:' },
  migrate: { summary: 'bring the database to the schema of this version', heading: 'Data:' },
  distribution: { summary: 'tables on a PostgreSQL that is spread over several servers', heading: 'Data:' },
  ca: { summary: 'show the local authority and how to trust it', heading: 'Operation:' },
  'secret-key': { summary: "the installation's key, which seals what is kept secret", heading: 'Operation:' },
  config: { summary: 'settings of this installation', heading: 'Operation:' },
  doctor: { summary: 'examine this installation', heading: 'Operation:' },
  conformance: {
    summary: 'examine a server, or a receiver of callbacks, clause by clause',
    heading: 'Operation:',
  },
  version: { summary: 'print the versions of product, Node and schema', heading: 'Operation:' },
}

const footer = `
walkaround <command> --help shows what a command takes. Commands work whether
or not the service is running; settings come from the environment, and
walkaround config print shows them.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 database or service unreachable`

/** Parses the words; the invocation is undefined if only help was asked for. Loads only the commands that begin with the first word. */
export async function parse(
  words: readonly string[],
  version: string,
  columns: number,
): Promise<Invocation | undefined> {
  let invocation: Invocation | undefined
  let complaint = ''
  const program = configured(new Commander('walkaround'))
    .description('Open, self-hosted vehicle inspections that your DMS can drive.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show what a command takes')
    .helpCommand(false)
    // Without this, --version of a command would be taken as the program's own.
    .enablePositionalOptions()
    .addHelpText('after', footer)
  program.configureOutput({
    writeErr: (text) => {
      complaint += text
    },
    getOutHelpWidth: () => columns,
    getErrHelpWidth: () => columns,
  })
  const first = words.find((word) => !word.startsWith('-')) ?? ''
  const verbs = await loadVerbs(first)
  for (const [group, { summary, heading }] of Object.entries(groups)) {
    const parent = configured(program.command(group).description(summary).helpGroup(heading))
    if (group !== first) continue
    for (const [name, verb] of Object.entries(verbs)) {
      const leaf = name === group ? parent : configured(parent.command(name.slice(group.length + 1)))
      describe(leaf, name, verb)
      leaf.action(() => {
        const { json, ...options } = leaf.opts()
        // As a flag it is the terminal's; with a value it names a file and belongs to the command.
        if (typeof json === 'string') options.json = json
        invocation = { name, words: leaf.args, options }
      })
    }
  }
  try {
    program.parse(words as string[], { from: 'user' })
  } catch (error) {
    const { exitCode, code } = error as CommanderError
    if (exitCode === 0 || typeof code !== 'string' || !code.startsWith('commander.')) {
      if (exitCode === 0) return undefined
      throw error
    }
    throw toMisuse(complaint, program, words)
  }
  return invocation
}

interface Verb {
  command?: Command
  local?: LocalCommand
}

/** The commands that begin with a word, by name. */
async function loadVerbs(word: string): Promise<Record<string, Verb>> {
  const verbs: Record<string, Verb> = {}
  for (const [name, command] of Object.entries(await listCommands(word))) verbs[name] = { command }
  for (const [name, load] of Object.entries(localCommands)) {
    if (name === word || name.startsWith(`${word} `)) verbs[name] = { local: await load() }
  }
  return verbs
}

function configured(command: Commander): Commander {
  return command
    .exitOverride()
    .allowExcessArguments(false)
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
}

function describe(leaf: Commander, name: string, { command, local }: Verb): void {
  const summary = local?.summary ?? command?.summary ?? groups[name]?.summary ?? ''
  leaf.description(local?.description ?? sentence(summary))
  leaf.summary(summary)
  if (command) addOptions(leaf, command)
  local?.define?.(leaf)
  if (local?.hasJson !== false) leaf.addOption(new Option('--json', 'print the result as JSON'))
  const example = examples[name]
  if (example) leaf.addHelpText('after', `\nExample:\n  ${example.join('\n  ')}`)
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const examples: Record<string, string[]> = {
  'client add': ['walkaround client add acme --name "Acme Motors" --time-zone Europe/Berlin'],
  'branch merge': ['walkaround branch merge acme 4711-old 4711'],
  'login add': [
    'walkaround login add acme-dms --client acme --role dms',
    'walkaround login add anna --client acme --role manager --password-stdin < file',
  ],
  'key issue': ['walkaround key issue acme-dms --label "nightly price run" --expires 90d'],
  audit: ['walkaround audit --kind signIn.failed --since 7d', 'walkaround audit --login anna --json'],
  'audit export': ['walkaround audit export acme --format csv --since 2026-03-01 > audit.csv'],
  'template import': ['walkaround template import acme winter-check.json'],
  'template use': ["walkaround template use acme health 'open!health' --make BMW"],
  'package translate': ['walkaround package translate acme pads words.json'],
  'package explain': ["walkaround package explain acme 'open!svc-oil' --vehicle car.json"],
  'vehicle history': [
    'walkaround vehicle history acme WVWZZZ1KZDW000001',
    "walkaround vehicle history acme 'DE/B-WA 1042'",
  ],
  'assignment set': ["walkaround assignment set acme 'open!vc' bindings.json --dry-run"],
  'owner-link create': ['walkaround owner-link create acme 01981d5e-5b7a-7000-8000-0123456789ab --days 14'],
  'callback set': [
    'walkaround callback set acme --url https://dms.example.com/in --key-file key.txt --secret new',
  ],
  'request log': [
    'walkaround request log acme --status 4xx --since 2026-03-01',
    'walkaround request log acme --object 4711 --follow',
  ],
  'request show': ['walkaround request show acme 0f1a2b3c-4d5e-4f60-8a9b-0123456789ab'],
  'callback log': ['walkaround callback log acme --state givenUp --since 2026-03-01'],
  'callback replay': [
    'walkaround callback replay acme 01981d5e-5b7a-7000-8000-0123456789ab',
    'walkaround callback replay acme --since 2026-03-01 --state givenUp',
  ],
  'contact forget': [
    'walkaround contact forget acme --order 4711',
    'walkaround contact forget acme --value anna@example.org',
  ],
  'event keep': [
    'walkaround event keep acme --days 730',
    'walkaround event keep acme --kind owner.opened --days 90',
  ],
  backup: [
    'walkaround backup /backups/walkaround-$(date +%F).backup --encrypt',
    'walkaround backup /backups/walkaround.backup --passphrase-file /etc/walkaround/passphrase',
  ],
  restore: ['DATABASE_URL=postgres://… walkaround restore /backups/walkaround.backup'],
  'secret-key change': ['walkaround secret-key change --links keep'],
  conformance: [
    'walkaround conformance --url https://localhost:8443/v1 --ca data/tls/walkaround-ca.crt \\',
    '  --key-file key.txt --client demo --dealer-code DE1001 --junit sheet.xml',
  ],
  'dms play': [
    'walkaround dms play normal-day --url https://localhost:8443/v1 --ca data/tls/walkaround-ca.crt --key-file key.txt',
  ],
  'conformance receiver': [
    'walkaround conformance receiver --port 9000 --key-file key.txt --secret-file secret.txt',
  ],
}

/** The parser's complaint, and where to read more. A group without its command gets its help instead. */
function toMisuse(complaint: string, program: Commander, words: readonly string[]): Misuse {
  let at = program
  for (const word of words) {
    const next = at.commands.find((command) => command.name() === word)
    if (!next) break
    at = next
  }
  const path =
    at === program
      ? 'walkaround'
      : `walkaround ${at.parent === program ? '' : `${at.parent?.name()} `}${at.name()}`
  const message = complaint.replace(/^error: /, '').trim()
  if (words.length === 0) return new Misuse('which command?', message)
  if (message.startsWith('Usage:')) {
    const verbs = at.commands.map((command) => command.name()).join(', ')
    return new Misuse(`${path} needs a command: ${verbs}`, `Run ${path} --help to see what they do.`)
  }
  return new Misuse(message, `Run ${path} --help to see what it takes.`)
}
