// The owner of every table, and who else reads it: data of the house test.

/** Who owns which tables. Only the owner writes them; others call the owner's functions, or take a part of a statement from it. */
export const owners: Record<string, string[]> = {
  db: [
    'audit_entries',
    'audit_heads',
    'audit_sink_positions',
    'audit_sinks',
    'event_heads',
    'event_inbox',
    'event_log',
    'event_retention',
    'installation_secrets',
    'schema_migrations',
  ],
  jobs: ['jobs'],
  organisation: ['advisor_pictures', 'branch_codes', 'branches', 'last_changes', 'sites', 'system_clients'],
  identity: [
    'access_records',
    'api_keys',
    'login_roles',
    'logins',
    'passkeys',
    'recovery_codes',
    'sessions',
    'sign_in_challenges',
    'sign_in_devices',
    'sign_in_failures',
  ],
  templates: ['survey_template_versions', 'survey_templates', 'template_choices'],
  packages: ['catalogue_versions', 'package_prices', 'packages'],
  words: ['client_words'],
  vehicles: ['vehicle_services', 'vehicles', 'vin_lookups'],
  callbacks: [
    'callback_attempts',
    'callback_deliveries',
    'callback_lanes',
    'callback_queue',
    'callback_receivers',
    'callback_site_receivers',
  ],
  assignment: ['package_assignments'],
  origins: ['contact_changes', 'leads', 'search_terms', 'service_orders'],
  surveys: [
    'answer_idempotency_keys',
    'answer_taps',
    'signatures',
    'survey_answers',
    'survey_changes',
    'surveys',
    'tyre_details',
  ],
  quotes: ['recorded_decisions', 'survey_quotes', 'survey_variants'],
  ledger: ['finding_closings', 'finding_visits', 'findings', 'offered_work', 'order_work'],
  'follow-up': ['work_follow_ups'],
  parts: ['part_requests'],
  invitations: ['invitations'],
  tablets: ['pins', 'tablet_people', 'tablets'],
  'single-sign-on': ['provider_people', 'sign_in_attempts', 'sign_in_providers'],
  reminders: ['reminder_lines', 'reminder_people', 'reminder_settings', 'reminders'],
  photos: ['photos', 'photo_markups'],
  videos: ['videos'],
  'owner-links': ['owner_links'],
  'work-plans': ['car_plans'],
  'car-notes': ['car_note_reads', 'car_notes'],
  damage: ['damage_marks'],
  uploads: ['uploads'],
  edits: ['survey_edits'],
  messages: [
    'message_templates',
    'message_channels',
    'messages',
    'telegram_contacts',
    'telegram_invitations',
    'telegram_reading',
  ],
  'service-orders': ['inspections', 'order_joins'],
  leads: ['lead_deals'],
  'line-questions': ['line_questions'],
  'request-log': ['request_log'],
  workshop: ['inbox_reads'],
  figures: [
    'figure_days',
    'figure_marks',
    'figure_money',
    'figure_people',
    'figure_touched',
    'order_figures',
    'order_money',
    'order_people',
    'question_days',
    'question_money',
  ],
  'owner-page': ['owner_codes', 'owner_decision_lines', 'owner_decisions', 'owner_feedback'],
}

/** Written by somebody else all the same, with the reason. */
export const foreignWrites: Record<string, string> = {
  'db writes uploads': 'a restore writes every table, and ends the uploads whose bytes no backup holds',
}

interface ForeignRead {
  tables: string[]
  why: string
}

/**
 * Tables that rooms read beside their own, and why not through the owner. It may only get shorter: an owner below gives a
 * function, a part of a statement or a view; one above cannot, and a second statement would cost a round trip.
 */
export const foreignReads: Record<string, ForeignRead[]> = {
  assignment: [{ tables: ['branches'], why: 'the site of every bound branch, in the one read of bindings' }],
  callbacks: [
    {
      tables: ['service_orders'],
      why: 'the log names an order as the DMS does; orders stand above callbacks',
    },
  ],
  db: [{ tables: ['system_clients'], why: 'the newest event of each client, before anybody is let in' }],
  figures: [
    {
      tables: [
        'finding_visits',
        'findings',
        'messages',
        'offered_work',
        'order_work',
        'owner_decisions',
        'owner_feedback',
        'owner_links',
        'part_requests',
        'photos',
        'service_orders',
        'survey_answers',
        'surveys',
        'videos',
      ],
      why: 'the facts of many orders are one statement over all that happened to them; their owners know no numbers',
    },
    { tables: ['branches'], why: 'the site of every branch, in the one read of sums' },
  ],
  reminders: [
    {
      tables: ['messages', 'offered_work', 'owner_links', 'work_follow_ups'],
      why: 'what is due is one statement over what staff did with it, and what became of reminders one over all that happened to them',
    },
  ],
  leads: [
    { tables: ['leads'], why: 'its own subject; origins keeps the row because surveys lock and correct it' },
    { tables: ['branches', 'sites'], why: 'the site of a lead, in the one read of leads' },
  ],
  organisation: [
    {
      tables: ['inspections', 'leads', 'service_orders', 'uploads'],
      why: 'the branch of what a path names is asked at the door, below all features',
    },
  ],
  origins: [
    {
      tables: ['branches', 'sites'],
      why: 'what the branch releases and where it lies, in the read that locks the order',
    },
  ],
  'owner-page': [
    { tables: ['owner_links'], why: 'what the owners of a whole board did, in one read' },
    { tables: ['damage_marks', 'signatures'], why: 'which forms there are, in the one read around a survey' },
  ],
  'service-orders': [
    {
      tables: ['service_orders'],
      why: 'its own subject; origins keeps the row because surveys lock and correct it',
    },
    { tables: ['branches', 'sites'], why: 'the site of an order, in the one read of it' },
    {
      tables: [
        'damage_marks',
        'messages',
        'owner_links',
        'photo_markups',
        'photos',
        'signatures',
        'survey_answers',
        'survey_quotes',
        'survey_variants',
        'surveys',
        'tyre_details',
        'uploads',
        'videos',
      ],
      why: 'whether anybody has touched a survey, asked in one statement while its row is held',
    },
  ],
  surveys: [
    {
      tables: ['damage_marks', 'messages', 'photos', 'survey_quotes', 'survey_variants', 'uploads', 'videos'],
      why: 'a survey with all that hangs on it is one indexed read; what hangs on it stands above it',
    },
    {
      tables: ['leads', 'service_orders'],
      why: 'no such order and an order without surveys are told apart in one read',
    },
  ],
  tablets: [
    {
      tables: ['logins'],
      why: 'who may unlock a tablet is asked by name and reach, in the one read of its people',
    },
  ],
  workshop: [
    {
      tables: ['leads', 'photos', 'search_terms', 'service_orders', 'survey_answers', 'surveys', 'videos'],
      why: 'a whole board is a handful of indexed statements, however many cars it has',
    },
    {
      tables: ['vehicles'],
      why: 'a car that was here before and the customer of its last order, in one read',
    },
    {
      tables: ['login_roles', 'logins', 'signatures', 'sites', 'tyre_details'],
      why: 'what the app shows around a survey is one read',
    },
    {
      tables: ['messages', 'owner_feedback', 'owner_links', 'recorded_decisions'],
      why: 'the number of a message or a receipt leads to a car, and what happened to a result is told, in one read each',
    },
    {
      tables: ['event_log'],
      why: 'what happened to a car, with the names of the people, in one read',
    },
    {
      tables: ['owner_decisions', 'survey_quotes', 'survey_variants'],
      why: 'what was offered on the cars of a whole board, and whether it was new to their owners, in one read',
    },
  ],
}
