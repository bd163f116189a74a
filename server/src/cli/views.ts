// How results look to people: command → text. Values are plain JSON; not used with --json.
import { accessViews } from './access-views.ts'
import { auditViews } from './audit-views.ts'
import { callbackViews } from './callback-views.ts'
import { eventViews } from './event-views.ts'
import { figureViews } from './figure-views.ts'
import { historyViews } from './history-views.ts'
import { messageViews } from './message-views.ts'
import { ownerLinkViews } from './owner-link-views.ts'
import { packageViews } from './package-views.ts'
import { partViews } from './part-views.ts'
import { providerViews } from './provider-views.ts'
import { putOffViews } from './put-off-views.ts'
import { reminderViews } from './reminder-views.ts'
import { requestViews } from './request-views.ts'
import { sandboxViews } from './sandbox-views.ts'
import { secretKeyViews } from './secret-key-views.ts'
import { fields, shown, table } from './table.ts'
import { tabletViews } from './tablet-views.ts'
import { toMinute } from './times.ts'
import { todayViews } from './today-views.ts'
import { vehicleViews } from './vehicle-views.ts'
import { wordViews } from './word-views.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
export type View = (result: Json, look: { cells: number; args: Json; now: Date }) => string

const list = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : 'none')
const yes = (value: unknown) => (value ? 'yes' : 'no')

const day = (text: string) => text.slice(0, 10)

const client = (it: Json) =>
  fields([
    ['id', it.clientId],
    ['name', it.name],
    ['time zone', it.timeZone],
    ['language', it.language],
    ['currency', it.currency ?? 'none'],
    ['strict branches', yes(it.strictBranches)],
    ['default site', it.defaultSiteId],
    ['releases', list(it.releaseTypes)],
    ['masters', list(it.masters)],
    ['VIN look-ups', `${it.vinLookupsPerMinute} a minute, ${it.vinLookupsPerDay} a day`],
    ['hidden quotes', list(it.hiddenUpsaleTypes)],
    ['code above', String(it.decisionCodeAbove ?? 'never')],
    ['figures of others', it.namedFigures ? 'shown' : 'not shown'],
    ['second factor', it.secondFactor ?? 'not needed'],
    ['red is late', `after ${it.redWarningMinutes} minutes`],
  ])

const branch = (it: Json) =>
  fields([
    ['id', it.id],
    ['name', it.name],
    ['site', it.siteId],
    ['dealer codes', list(it.codes)],
    ['releases', it.releaseTypes ? list(it.releaseTypes) : 'as for the client'],
    ['new', it.isNew ? 'yes, registered by itself' : ''],
  ])

const site = (it: Json) =>
  fields([
    ['id', it.id],
    ['name', it.name],
    ['address', (it.address ?? []).join('; ')],
    ['telephone', it.telephone ?? ''],
    ['e-mail', it.email ?? ''],
    ['website', it.website ?? ''],
    ['booking link', it.bookingLink ?? ''],
    ['logo', yes(it.logo)],
    ['main colour', it.mainColour ?? ''],
    ['second colour', it.secondColour ?? ''],
    ['hours', (it.hours ?? []).join('; ')],
    ['an hour costs', ratesOf(it)],
    ['language', it.language ?? 'as for the client'],
    ['time zone', it.timeZone ?? 'as for the client'],
    ['currency', it.currency ?? 'as for the client'],
    ['mails from', [it.mailFromName, it.mailFrom].filter(Boolean).join(', ') || 'as the channel says'],
    ['SMS from', it.smsFrom ?? 'as the channel says'],
    ['parts step', yes(it.partsStep)],
  ])

const ratesOf = (it: Json) =>
  (it.hourlyRates ?? [])
    .map(
      (rate: Json) => `${rate.labourType ? `${rate.labourType} ` : ''}${rate.amountExVat} ${rate.currency}`,
    )
    .join('; ')

const reachOf = (it: Json) =>
  it.isSupport
    ? 'support: every client'
    : list(it.roles.map((role: Json) => `${role.role} at ${role.clientId}${limitOf(role)}`))

const limitOf = (it: Json) => (it.branches ? ` (only ${it.branches.join(', ')})` : '')

const keyState = (it: Json, now: Date) =>
  it.blockedAt
    ? `blocked ${day(it.blockedAt)}`
    : it.expiresAt && new Date(it.expiresAt) <= now
      ? `expired ${day(it.expiresAt)}`
      : it.expiresAt
        ? `until ${day(it.expiresAt)}`
        : 'works'

const rows =
  (empty: string, columns: (now: Date) => { title: string; value: (row: Json) => string }[]): View =>
  (result, { cells, now }) =>
    result.length > 0 ? table(columns(now), result, cells) : empty

const counted = (number: number, one: string, several = `${one}s`) =>
  `${number} ${number === 1 ? one : several}`

const pictures = rows('No advisor has a picture at this site.', () => [
  { title: 'PERSON', value: (it) => it.person },
  { title: 'FILE', value: (it) => it.file },
])

export const views: Readonly<Record<string, View>> = {
  'client add': client,
  'client show': client,
  'client set': client,
  'client list': rows('There are no system clients yet.', () => [
    { title: 'ID', value: (it) => it.clientId },
    { title: 'NAME', value: (it) => it.name },
    { title: 'TIME ZONE', value: (it) => it.timeZone },
    { title: 'LANGUAGE', value: (it) => it.language },
    { title: 'CURRENCY', value: (it) => it.currency ?? '' },
    { title: 'RELEASES', value: (it) => list(it.releaseTypes) },
  ]),
  'site add': site,
  'site set': site,
  'site logo': site,
  'site picture': pictures,
  'site pictures': pictures,
  'site list': rows('There are no sites.', () => [
    { title: 'ID', value: (it) => it.id },
    { title: 'NAME', value: (it) => it.name },
    { title: 'ADDRESS', value: (it) => (it.address ?? []).join('; ') },
    { title: 'TELEPHONE', value: (it) => it.telephone ?? '' },
    { title: 'E-MAIL', value: (it) => it.email ?? '' },
    { title: 'WEBSITE', value: (it) => it.website ?? '' },
    { title: 'LOGO', value: (it) => yes(it.logo) },
    { title: 'AN HOUR', value: ratesOf },
  ]),
  'branch add': branch,
  'branch set': branch,
  'branch list': rows('There are no branches yet.', () => [
    { title: 'ID', value: (it) => it.id },
    { title: 'NAME', value: (it) => it.name },
    { title: 'SITE', value: (it) => it.siteId },
    { title: 'DEALER CODES', value: (it) => list(it.codes) },
    { title: 'RELEASES', value: (it) => (it.releaseTypes ? list(it.releaseTypes) : 'as for the client') },
    { title: 'NEW', value: (it) => (it.isNew ? 'new' : '') },
  ]),
  'branch merge': (it, { args }) =>
    `${shown(args.from)} is now part of ${shown(args.into)}: ${counted(it.orders, 'order')}, ` +
    `${counted(it.leads, 'lead')} and ${counted(it.codes, 'dealer code')} moved.`,
  'login add': (it) =>
    fields([
      ['login', it.login],
      ['name', it.name],
      ['may', reachOf(it)],
      ['password', it.hasPassword ? 'set' : 'none: signs in by key alone'],
    ]),
  'login list': rows('There are no logins yet.', () => [
    { title: 'LOGIN', value: (it) => it.login },
    { title: 'NAME', value: (it) => it.name },
    { title: 'MAY', value: reachOf },
    { title: 'PASSWORD', value: (it) => (it.hasPassword ? 'set' : 'none') },
    { title: 'STATE', value: (it) => (it.disabledAt ? `disabled ${day(it.disabledAt)}` : '') },
  ]),
  'login show': (it) =>
    fields([
      ['login', it.login],
      ['name', it.name],
      ['may', reachOf(it)],
      ['password', it.hasPassword ? 'set' : 'none: signs in by key alone'],
      ['state', it.disabledAt ? `disabled ${day(it.disabledAt)}` : 'works'],
    ]),
  'login disable': (it) =>
    `${shown(it.login)} is disabled: its keys stop within a second, its sessions are over.`,
  'login enable': (it) => `${shown(it.login)} works again, with the keys it had.`,
  'login grant': (it) => `${shown(it.login)} is now ${it.role} at ${shown(it.client)}${limitOf(it)}.`,
  'login revoke': (it) =>
    it.role
      ? `${shown(it.login)} is still ${it.role} at ${shown(it.client)}${limitOf(it)}.`
      : `${shown(it.login)} no longer has a role at ${shown(it.client)}.`,
  'login password': (it) => `The password of ${shown(it.login)} is set, and its sessions are over.`,
  // Only the key, so that a script can use it directly.
  'key issue': (it) => it.key,
  'key list': rows('The login has no keys.', (now) => [
    { title: 'PREFIX', value: (it) => it.prefix },
    { title: 'LABEL', value: (it) => it.label },
    { title: 'ISSUED (UTC)', value: (it) => toMinute(it.createdAt) },
    { title: 'LAST USED (UTC)', value: (it) => toMinute(it.lastUsedAt) || 'never' },
    { title: 'A MINUTE', value: (it) => it.requestsPerMinute ?? 'default' },
    { title: 'STATE', value: (it) => keyState(it, now) },
  ]),
  'key limit': (it) =>
    it.requestsPerMinute
      ? `${it.prefix} may make ${it.requestsPerMinute} requests a minute.`
      : `${it.prefix} may make as many requests a minute as the installation allows every key.`,
  'key block': (it) =>
    it.wasBlocked
      ? `${it.prefix} was already blocked.`
      : `${it.prefix} is blocked: it stops within a second.`,
  'template import': (it) =>
    it.isNew
      ? `${shown(it.id)} is imported as version ${it.version}.`
      : `${shown(it.id)} is unchanged: it equals version ${it.version}.`,
  'template export': (it) => JSON.stringify(it, undefined, 2),
  'template list': rows('There are no templates yet: start the service once.', () => [
    { title: 'ID', value: (it) => it.id },
    { title: 'TYPE', value: (it) => it.surveyType },
    { title: 'VERSION', value: (it) => String(it.version) },
    { title: 'TEXT', value: (it) => it.text },
  ]),
  'template use': (it) =>
    `New ${it.surveyType} surveys${it.branch ? ` at ${shown(it.branch)}` : ''}` +
    `${it.make ? ` for ${shown(it.make)}` : ''} are made from ${shown(it.template)}.`,
  'survey list': rows('There are no surveys.', () => [
    { title: 'ID', value: (it) => it.id },
    { title: 'TYPE', value: (it) => it.surveyType },
    { title: 'TEMPLATE', value: (it) => it.templateId },
    { title: 'STATE', value: surveyState },
  ]),
  'survey show': (it) => {
    const answers = listAnswers(it.contents ?? [])
    return [
      fields([
        ['id', it.id],
        ['type', it.surveyType],
        ['template', `${it.templateId} (${it.text})`],
        ['state', surveyState(it)],
        ['branch', it.branch ?? ''],
        ['order or lead', it.referenceObject?.id ?? ''],
        ['plate', it.vehicle?.numberPlate ?? ''],
        ['answers', answers.length > 0 ? '' : 'none yet'],
      ]),
      ...(answers.length > 0 ? ['', ...answers] : []),
    ].join('\n')
  },
  'survey complete': (it) => `${shown(it.survey)} is completed.`,
  'survey reopen': (it) => `${shown(it.survey)} is open again.`,
  'inspection list': rows('No inspection is waiting for its order.', () => [
    { title: 'INSPECTION', value: (it) => it.id },
    { title: 'BRANCH', value: (it) => it.branchId },
    { title: 'PLATE', value: (it) => it.numberPlate ?? '' },
    { title: 'VIN', value: (it) => it.vin ?? '' },
    { title: 'SINCE (UTC)', value: (it) => toMinute(it.since) },
    { title: 'SAME CAR?', value: (it) => list(it.sameCar) },
  ]),
  'inspection match': (it) => `${it.inspection} is now part of order ${it.order}.`,
  'inspection unmatch': (it) => `${it.inspection} is separate again.`,
  'video convert': (it) =>
    it.videos === 0
      ? 'No video is waiting to be converted.'
      : `Videos that will be converted now: ${it.videos}`,
  'ledger rebuild': (it) => `Written again. Orders read: ${it.orders}; surveys: ${it.surveys}`,
  'ledger close': (it) => `The finding ${it.questionId} of survey ${it.surveyId} is closed: ${it.reason}`,
  'ledger reopen': (it) => `The finding ${it.questionId} of survey ${it.surveyId} is open again.`,
  ...accessViews,
  ...tabletViews,
  ...auditViews,
  ...packageViews,
  ...secretKeyViews,
  ...vehicleViews,
  'contact forget': ({ changes, notes, questions }) =>
    changes + notes + questions === 0
      ? 'Nothing of that is kept.'
      : `Erased ${changes} ${changes === 1 ? 'change' : 'changes'} of contacts, ${notes} ${notes === 1 ? 'note' : 'notes'}, and ${questions} of owners' questions and answers.`,
  ...ownerLinkViews,
  ...callbackViews,
  ...sandboxViews,
  ...todayViews,
  ...partViews,
  ...providerViews,
  ...putOffViews,
  ...reminderViews,
  ...requestViews,
  ...eventViews,
  ...figureViews,
  ...historyViews,
  ...messageViews,
  ...wordViews,
  demo: ({ access }) => {
    if (!access) return 'The demo dealership exists already. For another key: walkaround key issue <login>'
    const width = Math.max(...access.logins.map(({ login }: Json) => login.length))
    return [
      `The demo dealership "${access.clientId}" was added. The following is shown only once:`,
      '',
      fields([
        ['api key', access.key],
        ...access.logins.map(({ login, password, role }: Json) => [
          role,
          `${login.padEnd(width)}  ${password}`,
        ]),
        ['an order', access.orderId],
      ]),
    ].join('\n')
  },
  migrate: (it) =>
    [
      it.applied.length > 0
        ? `The database is now at schema ${it.schemaVersion}: ${it.applied.join(', ')} applied.`
        : `The database is already at schema ${it.schemaVersion}.`,
      ...it.fillings.map(
        ({ version, rows }: Json) =>
          `The data of migration ${version} are being filled in by the service: ${rows} rows so far.`,
      ),
    ].join('\n'),
}

function surveyState(it: Json): string {
  return [it.completed ? 'completed' : 'open', ...(it.closed ? ['closed'] : [])].join(', ')
}

/** The selected answers below their questions, with sections as a path. */
function listAnswers(elements: readonly Json[], path = ''): string[] {
  return elements.flatMap((element) => {
    const here = path ? `${path} › ${element.text}` : String(element.text)
    const given = (element.answers ?? []).filter((answer: Json) => answer.selected)
    const lines = given.map((answer: Json) => {
      const parts = [
        answer.status && `[${answer.status}]`,
        answer.value,
        answer.comment && `(${answer.comment})`,
      ]
      return `  ${shown(`${here}: ${parts.filter(Boolean).join(' ')}`)}`
    })
    return [...lines, ...listAnswers(element.contents ?? [], here)]
  })
}
