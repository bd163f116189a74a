// Who changed what at a client, from where, with the former and the new value: for its admins. Nothing here changes the audit.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { auditAreas } from '../rules/audit-entries.ts'
import { choice, flag, identifier, moment, record, text } from '../schema.ts'

// The right of those who give out keys: admins and support. What managers and systems did stands in here too.
const heading = 'Audit'
const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }

const AuditChangeShown = record(
  'AuditChange',
  'A field with its former and its new value.',
  {
    field: Type.String({ description: 'The field; of parts with dots, of lists with the id of the entry.' }),
  },
  {
    old: Type.Unknown({ description: 'What stood there; left out: nothing.' }),
    new: Type.Unknown({ description: 'What stands there now; left out: nothing.' }),
    isSecret: flag('It changed, and its values are in no log.'),
  },
)

export const AuditEntry = record(
  'AuditEntry',
  'Something that was done.',
  {
    clientId: Type.String({ description: 'The system client; empty for what concerns none.' }),
    at: Type.String({ description: 'When.' }),
    area: choice('What it is about.', [...auditAreas]),
    kind: Type.String({ description: 'What was done, such as `login.roleGranted`.' }),
    subject: Type.String({ description: 'To what, such as `login/…`, `site/…`.' }),
    actor: record(
      'AuditActor',
      'Who did it.',
      {
        kind: Type.String({
          description:
            '`login`, `support`, `system` for the service and its command line, `visitor` for nobody known.',
        }),
        id: Type.String({ description: 'The login, by its id; or the part of the service.' }),
      },
      {
        login: Type.String({ description: 'What the login was called then.' }),
        name: Type.String({ description: 'What the person was called then.' }),
        key: Type.String({ description: 'The key that was used, by its prefix.' }),
      },
    ),
  },
  {
    subjectName: Type.String({ description: 'What the subject was called then.' }),
    address: Type.String({ description: 'The network it came from.' }),
    requestId: Type.String({ description: 'The request.' }),
    times: Type.Integer({ description: 'Of a refusal: how often within its hour so far.' }),
    detail: Type.String({ description: 'More about it.' }),
    changes: Type.Array(AuditChangeShown, { description: 'What changed.' }),
    position: Type.Integer({ description: 'Its place in the chain; left out: it has none yet.' }),
    hash: Type.String({ description: 'Its hash, which contains that of the entry before it.' }),
  },
)
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  from: moment('Only since then.'),
  to: moment('Only before then.'),
  area: choice('Only of this area.', [...auditAreas]),
  kind: identifier('Only of this kind; or of all kinds with this first word.'),
  login: identifier('Only what this login did, and what was done to it.'),
  subject: identifier('Only what was done to this subject.'),
  text: text('Only entries that have this text somewhere, however it is capitalised.', { maxLength: 100 }),
}

export const listAuditEntries = operation({
  id: 'listAuditEntries',
  method: 'GET',
  path: `${clientPath}/audit`,
  heading,
  summary: 'Read the audit',
  description: 'Newest first, page by page.',
  right: 'keys',
  params,
  query: record(
    'AuditQuery',
    'Which entries.',
    {},
    {
      ...filters,
      after: identifier('Where the page before ended: its `next`.'),
      limit: Type.Integer({ description: 'At most so many; 100 unless said.', minimum: 1, maximum: 500 }),
    },
  ),
  replies: {
    200: {
      description: 'The entries.',
      body: record(
        'AuditPage',
        'Entries, newest first.',
        { entries: Type.Array(AuditEntry, { description: 'The entries.' }) },
        {
          next: Type.String({ description: 'Give it as `after` to go on; left out: this is the last page.' }),
        },
      ),
    },
  },
  problems: ['invalidCursor', 'invalidDate'],
  decisions: [],
})

const exported = {
  method: 'GET',
  heading,
  right: 'keys',
  params,
  query: record('AuditExportQuery', 'Which entries.', {}, filters),
  problems: ['invalidDate'],
  decisions: [],
} as const

export const exportAuditRows = operation({
  ...exported,
  id: 'exportAuditRows',
  path: `${clientPath}/audit/entries.csv`,
  summary: 'Export the audit for a spreadsheet',
  description: 'All entries, oldest first. That somebody exported them is an entry too.',
  replies: { 200: { description: 'A row for each entry.', contentType: 'text/csv; charset=utf-8' } },
})

export const exportAuditLines = operation({
  ...exported,
  id: 'exportAuditLines',
  path: `${clientPath}/audit/entries.ndjson`,
  summary: 'Export the audit as lines of JSON',
  description: 'All entries, oldest first. That somebody exported them is an entry too.',
  replies: { 200: { description: 'An entry in each line.', contentType: 'application/x-ndjson' } },
})

export const verifyAudit = operation({
  id: 'verifyAudit',
  method: 'GET',
  path: `${clientPath}/audit/verification`,
  heading,
  summary: 'Verify the chain of the audit',
  description:
    'Follows the chain of hashes from the first entry that is kept to the last. A long chain is followed in steps: ask again with `next`.',
  right: 'keys',
  params,
  query: record(
    'AuditVerificationQuery',
    'Which step.',
    {},
    {
      after: identifier('Where the step before ended: its `next`.'),
      limit: Type.Integer({
        description: 'Follow at most so many; 10,000 unless said.',
        minimum: 1,
        maximum: 10_000,
      }),
    },
  ),
  replies: {
    200: {
      description: 'What was found.',
      body: record(
        'AuditVerification',
        'What was found.',
        {
          clientId: Type.String({ description: 'The system client.' }),
          entries: Type.Integer({ description: 'How many entries follow from each other.' }),
          waiting: Type.Integer({
            description: 'Entries of the last seconds, which the chain has not taken up yet.',
          }),
        },
        {
          first: Type.Integer({ description: 'The first position that is kept.' }),
          last: Type.Integer({ description: 'The last position that is right.' }),
          hash: Type.String({ description: 'Its hash.' }),
          lastAt: Type.String({ description: 'When it was written.' }),
          head: Type.Integer({ description: 'Where the chain ends; left out: it has not begun.' }),
          next: Type.String({
            description: 'Give it as `after` to go on; left out: the end is reached, or something is wrong.',
          }),
          broken: record(
            'AuditBroken',
            'The first place that is wrong; left out: none is.',
            {
              position: Type.Integer({ description: 'The position.' }),
              why: choice('What is wrong there.', [
                'changed',
                'missing',
                'headBehind',
                'headHash',
                'mark',
                'otherKey',
              ]),
            },
            {},
          ),
        },
      ),
    },
  },
  problems: ['invalidCursor'],
  decisions: [],
})
