// The rooms of the house and the floors of its features: who may import whom. Data for the house test.

/** Features by floor: one may import only those below it. A new feature takes its place here first. */
export const floors: string[][] = [
  ['templates', 'packages', 'vehicles', 'outlines', 'media', 'callbacks', 'live-updates'],
  ['assignment', 'origins', 'words'],
  ['surveys'],
  ['quotes', 'photos', 'videos', 'owner-links', 'work-plans', 'car-notes'],
  ['damage', 'findings', 'faces', 'ledger'],
  ['uploads', 'edits', 'messages', 'printed-forms', 'parts'],
  ['service-orders', 'leads', 'line-questions', 'vehicle-history'],
  ['owner-page', 'request-log', 'tablets'],
  ['workshop', 'administration', 'invitations', 'single-sign-on', 'figures', 'follow-up'],
  ['sandbox', 'simulator-page', 'today', 'reminders', 'set-up'],
]
export const floorOf = (feature: string) => floors.findIndex((floor) => floor.includes(feature))

/** Rooms of the server, and what each may import besides itself. The entry points, on top, may import everything. */
export const rooms: Record<string, string[]> = {
  lib: [],
  outside: ['lib', 'contract'],
  problems: ['lib', 'contract'],
  scope: ['db', 'contract'],
  input: ['lib', 'scope', 'problems', 'contract'],
  db: ['lib', 'scope', 'contract'],
  jobs: ['db', 'lib', 'scope', 'problems', 'contract'],
  organisation: ['db', 'lib', 'scope', 'problems', 'contract'],
  identity: ['organisation', 'db', 'lib', 'scope', 'problems', 'contract'],
  http: ['input', 'identity', 'organisation', 'db', 'lib', 'scope', 'problems', 'contract'],
  features: [
    'http',
    'input',
    'identity',
    'organisation',
    'jobs',
    'db',
    'lib',
    'outside',
    'simulator',
    'scope',
    'problems',
    'contract',
  ],
  config: ['lib', 'contract'],
  app: [
    'features',
    'http',
    'identity',
    'organisation',
    'jobs',
    'db',
    'outside',
    'lib',
    'scope',
    'problems',
    'contract',
  ],
  work: ['features', 'jobs', 'db', 'outside'],
  process: [
    'app',
    'work',
    'config',
    'features',
    'http',
    'identity',
    'organisation',
    'jobs',
    'db',
    'outside',
    'lib',
    'scope',
    'problems',
    'contract',
  ],
  doctor: [
    'process',
    'config',
    'features',
    'http',
    'identity',
    'db',
    'outside',
    'lib',
    'problems',
    'contract',
  ],
  // Examines any server from outside: it knows the contract, and nothing of how this service does it.
  conformance: ['lib', 'contract'],
  // A small DMS: it has the client that integrators take home, and knows nothing of how this service does it.
  simulator: ['clients'],
  // The demo is played through use cases; main.ts and the command line hand it to the process.
  demo: [
    'process',
    'config',
    'features',
    'http',
    'input',
    'identity',
    'organisation',
    'jobs',
    'db',
    'outside',
    'lib',
    'scope',
    'problems',
    'contract',
  ],
  cli: [
    'demo',
    'conformance',
    'simulator',
    'clients',
    'doctor',
    'process',
    'config',
    'features',
    'http',
    'input',
    'identity',
    'organisation',
    'jobs',
    'db',
    'outside',
    'lib',
    'scope',
    'problems',
    'contract',
    'main',
  ],
}

/** Rooms of the tablet app, and what each may import besides itself; files outside the rooms and the contract are open to all. */
export const appRooms: Record<string, string[]> = {
  texts: [],
  store: [],
  api: [],
  sync: ['store', 'api'],
  app: ['sync', 'store', 'api', 'texts'],
  // Buttons, sheets and toasts know words and addresses, and nothing of surveys or the store.
  ui: ['app/words.tsx', 'app/router.tsx', 'app/signal.ts', 'app/use-signal.ts', 'texts'],
  screens: ['app', 'ui', 'store', 'sync', 'api', 'texts'],
  frame: ['screens', 'app', 'ui', 'store', 'texts'],
  sw: [],
}

/** Rooms of what the bundles of the office share, and what each may import besides itself. */
export const officeRooms: Record<string, string[]> = {
  texts: [],
  app: ['texts'],
  // Tables, periods, fields and the frame of a page: they know words and addresses, and nothing of what a page shows.
  ui: ['app', 'texts'],
  // Fields, forms and what happens when two people save at once.
  form: ['app', 'ui', 'texts'],
  frame: ['app', 'ui', 'texts'],
}

/** Rooms of the desk. All of the office is open to them, but for its frame, which only the start of a bundle needs. */
export const deskRooms: Record<string, string[]> = {
  texts: [],
  app: ['texts'],
  // Pure functions from figures to places on a drawing, and the drawings.
  charts: ['app/words.ts'],
  // A page imports no other page: each is the work of one hand, and loaded by itself.
  pages: ['app', 'charts', 'texts'],
  frame: ['app', 'texts'],
}

/** Rooms of the admin console. A page imports no other page. */
export const consoleRooms: Record<string, string[]> = {
  texts: [],
  app: ['texts'],
  pages: ['app', 'texts'],
}

/** The bundles of the office by their folders, with their rooms. None imports another, nor the office one of them. */
export const officeBundles: Record<string, Record<string, string[]>> = {
  desk: deskRooms,
  console: consoleRooms,
}

/** What the office and its bundles borrow from the tablet app: nothing that brings the device's store along. */
export const borrowedByOffice = [
  'api/problem.ts',
  'api/request.ts',
  'app/idle.ts',
  'app/look.ts',
  'app/signal.ts',
  'app/use-signal.ts',
  'app/words.tsx',
  'paths.ts',
  'places.ts',
  'rights.ts',
  'screens/callbacks/receiver.tsx',
  'screens/handover/qr.tsx',
  'screens/late.tsx',
  'screens/refusal-note.tsx',
  'screens/session-row.tsx',
  'screens/second-factor/second-step.tsx',
  'screens/sign-in-form.tsx',
  'screens/use-read.ts',
  'texts/decision-texts.ts',
  'texts/late-texts.ts',
  'texts/status-texts.ts',
  'ui',
]
