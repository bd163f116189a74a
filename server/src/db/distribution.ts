// Where each table lies on a PostgreSQL that is spread over several servers by Citus. On a single server nothing of this matters.
// Every new table takes its place here; distribution.test.ts checks that keys and foreign keys allow it.

/** Every row with the rows of the same client, on the server that has this client. */
const ofClients = [
  'sites',
  'advisor_pictures',
  'branches',
  'branch_codes',
  'access_records',
  'request_log',
  'event_heads',
  'event_inbox',
  'event_log',
  'event_retention',
  'package_prices',
  'vehicles',
  'vehicle_services',
  'vin_lookups',
  'service_orders',
  'leads',
  'lead_deals',
  'contact_changes',
  'search_terms',
  'last_changes',
  'order_joins',
  'car_plans',
  'car_notes',
  'car_note_reads',
  'inbox_reads',
  'surveys',
  'inspections',
  'survey_answers',
  'survey_changes',
  'survey_edits',
  'survey_quotes',
  'survey_variants',
  'tyre_details',
  'order_work',
  'findings',
  'finding_visits',
  'finding_closings',
  'offered_work',
  'order_figures',
  'order_money',
  'order_people',
  'figure_days',
  'figure_money',
  'question_days',
  'question_money',
  'figure_people',
  'figure_marks',
  'figure_touched',
  'work_follow_ups',
  'part_requests',
  'answer_idempotency_keys',
  'answer_taps',
  'recorded_decisions',
  'signatures',
  'damage_marks',
  'photos',
  'photo_markups',
  'videos',
  'uploads',
  'owner_links',
  'owner_codes',
  'owner_decisions',
  'owner_decision_lines',
  'owner_feedback',
  'line_questions',
  'messages',
  'message_templates',
  'message_channels',
  'client_words',
  'reminder_settings',
  'reminder_people',
  'reminders',
  'reminder_lines',
  'telegram_contacts',
  'telegram_invitations',
  'invitations',
  'tablets',
  'tablet_people',
  'pins',
  'provider_people',
  'sign_in_attempts',
]

/** Small, written seldom, and read together with rows of any client: a copy on every server, with the reason. */
const everywhere: Record<string, string> = {
  system_clients: 'rows of every client refer to it, and a client reads its masters',
  logins: 'one login may work for several clients',
  login_roles: 'a key or a session is known before the client is',
  api_keys: 'a key is known before the client is',
  sign_in_providers: 'is found by the domain of an address before the client is',
  survey_templates: 'a master runs them for other clients',
  survey_template_versions: 'a master runs them for other clients',
  template_choices: 'is read together with the templates of a master',
  packages: 'a master runs them for other clients',
  package_assignments: 'a master runs them for other clients',
  catalogue_versions: 'tells whether packages of a master changed',
}

/** On the first server alone, where all processes connect to, with the reason. */
const onFirst: Record<string, string> = {
  schema_migrations: 'is about the installation',
  installation_secrets: 'is about the installation',
  sessions: 'is written with every visit, and belongs to a login and not to a client',
  sign_in_devices: 'belongs to a login and not to a client',
  sign_in_failures: 'belongs to nobody',
  passkeys: 'belongs to a login and not to a client',
  recovery_codes: 'belongs to a login and not to a client',
  sign_in_challenges: 'belongs to a login and not to a client',
  telegram_reading: 'a bot may serve several clients',
  jobs: 'one queue of all clients is worked off by skipping what others hold, which only one server can do',
  callback_deliveries: 'is written in one statement with its queue',
  callback_queue: 'one queue of all clients is worked off in fair turns',
  callback_lanes: 'one queue of all clients is worked off in fair turns',
  callback_attempts: 'is written in one statement with the queue',
  callback_receivers: 'is read in one statement with the queue',
  callback_site_receivers: 'is read in one statement with the queue',
  audit_entries: 'a trigger keeps its rows from changes, and distributed tables take none',
  audit_heads: 'is written in one transaction with the entries',
  audit_sinks: 'is about the installation',
  audit_sink_positions: 'is read in one statement with the heads',
}

export type Place = 'ofClients' | 'everywhere' | 'onFirst'

/** In an order in which what a table refers to comes first. */
export const distribution: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...Object.keys(everywhere).map((name) => [name, 'everywhere'] as const),
  ...ofClients.map((name) => [name, 'ofClients'] as const),
  ...Object.keys(onFirst).map((name) => [name, 'onFirst'] as const),
])

const COLUMN = 'system_client_id'

/** For a new database with the schema in it and without rows that matter, on the first server. */
export function distributionSql(): string {
  const [first = '', ...others] = ofClients
  const reasons = (all: Record<string, string>, toLine: (name: string) => string) =>
    Object.entries(all).map(([name, why]) => `-- ${name}: ${why}\n${toLine(name)}`)
  return [
    '-- Distributes the tables of Walkaround by system client. Needs the extension citus on all servers.',
    'begin;',
    '-- Tables refer to each other, so one after the other on all servers.',
    "set local citus.multi_shard_modify_mode to 'sequential';",
    '-- A copy on every server',
    ...reasons(everywhere, (name) => `select create_reference_table('${name}');`),
    '-- By client',
    `select create_distributed_table('${first}', '${COLUMN}', colocate_with => 'none');`,
    ...others.map(
      (name) => `select create_distributed_table('${name}', '${COLUMN}', colocate_with => '${first}');`,
    ),
    'commit;',
    '-- These stay on the first server as they are',
    ...reasons(onFirst, (name) => `-- (${name})`).map((line) => line.replace(/\n.*/, '')),
    '',
  ].join('\n')
}
